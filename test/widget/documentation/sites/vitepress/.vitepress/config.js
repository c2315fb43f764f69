import { footnote } from '@footnote/widget/vitepress';

export default {
  title: 'Coffee',
  themeConfig: { search: { provider: 'local' }, sidebar: [{ text: 'Care', link: '/care' }] },
  vite: { plugins: [footnote({ server: process.env.SERVER, project: process.env.PROJECT })] },
};
