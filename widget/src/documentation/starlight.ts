/** Starlight: `plugins: [footnote({ server, project })]` in the options of `starlight()`. */
import { type FootnoteOptions, optionsModule } from './options.ts';

/** The part of Starlight's plugins that this one uses. */
interface StarlightPlugin {
  name: string;
  hooks: { 'config:setup'(setup: StarlightSetup): void };
}

interface StarlightSetup {
  config: { components?: Record<string, string> | undefined; locales?: Record<string, unknown> | undefined };
  updateConfig(config: { components: Record<string, string> }): void;
  addIntegration(integration: object): void;
}

/** A plugin of Starlight that puts Footnote's search in the place of Pagefind's, which stays for when the server is not reached. */
export function footnote(options: FootnoteOptions): StarlightPlugin {
  let locales: StarlightSetup['config']['locales'];
  const vitePlugin = { name: 'footnote', ...optionsModule(options, () => locales) };
  return {
    name: 'footnote',
    hooks: {
      'config:setup': ({ config, updateConfig, addIntegration }) => {
        updateConfig({ components: { ...config.components, Search: '@footnote/widget/documentation/Search.astro' } });
        locales = config.locales;
        addIntegration({
          name: 'footnote',
          hooks: {
            'astro:config:setup': ({ updateConfig: update }: { updateConfig(config: object): void }) =>
              update({ vite: { plugins: [vitePlugin], ssr: { noExternal: ['@footnote/widget'] } } }),
          },
        });
      },
    },
  };
}
