// <footnote-chat> in Vue 3. In a template: <footnote-chat :project="project" @footnote-answer="answered" />
import '@footnote/widget/define';
import type { FootnoteChat, FootnoteChatEvents } from '@footnote/widget';
import { createApp, defineComponent, h, ref } from 'vue';

const { api = '', project = '' } = document.documentElement.dataset;

const Page = defineComponent({
  setup() {
    const chat = ref<FootnoteChat>();
    const sources = ref<string[]>([]);
    const answered = ({ detail }: FootnoteChatEvents['footnote-answer']) => {
      sources.value = detail.citations.map(({ title }) => title);
    };
    const ask = () => chat.value?.ask('How long may a book be kept?');
    return () =>
      h('main', [
        h('h1', 'The library'),
        h('button', { type: 'button', onClick: ask }, 'How long may I keep a book?'),
        sources.value.length > 0 ? h('p', { id: 'sources' }, `Read in: ${sources.value.join(', ')}`) : null,
        h('footnote-chat', {
          ref: chat,
          project,
          baseUrl: api,
          accent: '#0a7d4f',
          strings: { title: 'Ask the library' },
          'onFootnote-answer': answered,
        }),
      ]);
  },
});

createApp(Page).mount('#page');
