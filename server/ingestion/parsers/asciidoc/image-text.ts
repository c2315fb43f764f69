import { pictureText } from '../text/picture-text.ts';

/** The alternative text among the attributes of a picture: the first one without a name, or `alt`. */
export const imageText = (attributes: string): string =>
  pictureText(
    /^(?:"([^"]*)"|([^,=]*))(?:,|$)/.exec(attributes.trimStart())?.slice(1).find(Boolean) ??
      /alt="?([^",]*)/.exec(attributes)?.[1],
  );
