/** Writes custom-elements.json: what editors and frameworks know of <footnote-chat>. `npm run manifest --workspace widget`. */
// biome-ignore lint/style/noDefaultExport: that is where the analyzer looks.
export default {
  globs: ['src/element/footnote-chat.ts', 'src/define.ts'],
  outdir: '.',
  litelement: true,
  plugins: [asPublished()],
};

/** Only what is public, and under the paths of the package. */
function asPublished() {
  const hidden = ({ name, privacy }) => /^[#_]/.test(name) || privacy === 'private' || privacy === 'protected';
  const published = (path) => path?.replace(/^\/?src\/(.*)\.ts$/, 'module/$1.js');
  return {
    name: 'as-published',
    packageLinkPhase({ customElementsManifest }) {
      for (const module of customElementsManifest.modules) {
        module.path = published(module.path);
        for (const declaration of module.declarations) {
          for (const list of ['members', 'attributes'])
            if (declaration[list]) declaration[list] = declaration[list].filter((one) => !hidden(one));
        }
        for (const { declaration } of module.exports)
          if (declaration.module) declaration.module = published(declaration.module);
      }
    },
  };
}
