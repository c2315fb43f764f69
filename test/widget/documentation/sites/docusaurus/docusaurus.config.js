export default {
  title: 'Coffee',
  url: 'http://127.0.0.1',
  baseUrl: '/',
  presets: [['classic', { docs: { routeBasePath: '/' }, blog: false }]],
  themes: [['@footnote/widget/docusaurus', { server: process.env.SERVER, project: process.env.PROJECT }]],
  themeConfig: { navbar: { title: 'Coffee' }, colorMode: { respectPrefersColorScheme: true } },
};
