import starlight from '@astrojs/starlight';
import { footnote } from '@footnote/widget/starlight';
import { defineConfig } from 'astro/config';

export default defineConfig({
  integrations: [
    starlight({
      title: 'Coffee',
      locales: { root: { label: 'English', lang: 'en' }, de: { label: 'Deutsch' } },
      plugins: [footnote({ server: process.env.SERVER, project: process.env.PROJECT })],
    }),
  ],
});
