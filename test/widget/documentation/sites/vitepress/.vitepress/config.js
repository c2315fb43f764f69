import { footnote } from '@footnote/widget/vitepress';

export default {
  title: 'Coffee',
  locales: { root: { label: 'English', lang: 'en' }, de: { label: 'Deutsch', lang: 'de-DE' } },
  themeConfig: { search: { provider: 'local' }, sidebar: [{ text: 'Care', link: '/care' }] },
  vite: { plugins: [footnote({ server: process.env.SERVER, project: process.env.PROJECT })] },
};
