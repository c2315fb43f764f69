import type { Project } from '@footnote/sdk';
import { css, html, LitElement, type TemplateResult } from 'lit';
import '../../parts/code-block.ts';
import { segmentedControl, segmentedControlStyles } from '../../parts/forms/segmented-control.ts';
import { shared } from '../../styles/shared.ts';

const AGENTS = [
  { value: 'claude', label: 'Claude Code' },
  { value: 'cursor', label: 'Cursor' },
  { value: 'vscode', label: 'VS Code' },
] as const;
type Agent = (typeof AGENTS)[number]['value'];

/** `<agent-setup .project=${…}>`: the one line that gives an agent the project's tools (MCP). */
export class AgentSetup extends LitElement {
  static override properties = { project: { attribute: false }, agent: { state: true } };
  static override styles = [shared, segmentedControlStyles, css`.segments { justify-self: start; }`];
  declare project: Project;
  agent: Agent = 'claude';

  override render(): TemplateResult {
    const { code, where } = this.#line();
    return html`<section class="stack" aria-labelledby="agents"><h2 id="agents">For agents</h2>
      <p class="soft">Coding agents search these documents and ask about them over the Model Context Protocol.${
        this.#isPublic ? ' The widget is public, so they need no key.' : ' They need a key that may ask questions.'
      }</p>
      ${segmentedControl({
        name: 'agent',
        label: 'The agent',
        value: this.agent,
        options: AGENTS,
        change: (agent) => {
          this.agent = agent;
        },
      })}
      <ui-code wrap label="The line" .code=${code}></ui-code><p class="soft small">${where}${
        this.#isPublic ? '' : ' Set the environment variable FOOTNOTE_API_KEY to the key first.'
      }</p></section>`;
  }

  #line(): { code: string; where: string } {
    const url = `${location.origin}/v1/projects/${this.project.id}/mcp`;
    const name = serverName(this.project.name);
    const fromEnvironment = { headers: { Authorization: `Bearer \${env:FOOTNOTE_API_KEY}` } };
    const headers = this.#isPublic ? {} : fromEnvironment;
    if (this.agent === 'claude') {
      const header = this.#isPublic ? '' : ' --header "Authorization: Bearer $FOOTNOTE_API_KEY"';
      return {
        code: `claude mcp add --transport http ${name} ${url}${header}`,
        where: 'Run it in the folder of your code.',
      };
    }
    if (this.agent === 'cursor') {
      const code = JSON.stringify({ mcpServers: { [name]: { url, ...headers } } });
      return { code, where: 'Put it into .cursor/mcp.json in the folder of your code.' };
    }
    const code = `code --add-mcp '${JSON.stringify({ name, type: 'http', url, ...headers })}'`;
    return { code, where: 'Run it in a terminal.' };
  }

  /** As the server decides it: a public widget that some page may use. */
  get #isPublic(): boolean {
    return this.project.widget_access === 'public' && this.project.allowed_origins.length > 0;
  }
}

/** What agents call the server: letters, digits and hyphens of the project's name. */
function serverName(name: string): string {
  const plain = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  return plain.slice(0, 40) || 'docs';
}

customElements.define('agent-setup', AgentSetup);
