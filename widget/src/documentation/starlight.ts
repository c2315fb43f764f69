/** Starlight: `plugins: [footnote({ server, project })]` in the options of `starlight()`. */
import { checkedOptions, type FootnoteOptions } from './options.ts';

/** The module from which the component reads the options. */
const OPTIONS = 'virtual:footnote-options';

/** The part of Starlight's plugins that this one uses. */
interface StarlightPlugin {
  name: string;
  hooks: { 'config:setup'(setup: StarlightSetup): void };
}

interface StarlightSetup {
  config: { components?: Record<string, string> | undefined };
  updateConfig(config: { components: Record<string, string> }): void;
  addIntegration(integration: object): void;
}

/** A plugin of Starlight that puts Footnote's search in the place of Pagefind's, which stays for when the server is not reached. */
export function footnote(options: FootnoteOptions): StarlightPlugin {
  const checked = JSON.stringify(checkedOptions(options));
  const vitePlugin = {
    name: 'footnote',
    resolveId: (source: string) => (source === OPTIONS ? `\0${OPTIONS}` : undefined),
    load: (id: string) => (id === `\0${OPTIONS}` ? `export default ${checked}` : undefined),
  };
  return {
    name: 'footnote',
    hooks: {
      'config:setup': ({ config, updateConfig, addIntegration }) => {
        updateConfig({ components: { ...config.components, Search: '@footnote/widget/documentation/Search.astro' } });
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
