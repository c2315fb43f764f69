export default {
  title: 'Coffee',
  url: 'http://127.0.0.1',
  baseUrl: '/',
  i18n: { defaultLocale: 'en', locales: ['en', 'de'] },
  presets: [['classic', { docs: { routeBasePath: '/', lastVersion: 'current' }, blog: false }]],
  themes: [['@footnote/widget/docusaurus', { server: process.env.SERVER, project: process.env.PROJECT }]],
  themeConfig: { navbar: { title: 'Coffee' }, colorMode: { respectPrefersColorScheme: true } },
};
