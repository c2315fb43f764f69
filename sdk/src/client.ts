import { type ClientOptions, override, settle } from './core/options.ts';
import { Auth } from './resources/auth.ts';
import { Feedback } from './resources/feedback.ts';
import { Conversations } from './resources/generated/conversations.ts';
import { CuratedAnswers } from './resources/generated/curated-answers.ts';
import { GoldenQuestions } from './resources/generated/golden-questions.ts';
import { Handovers } from './resources/generated/handovers.ts';
import { ServerHealth } from './resources/generated/health.ts';
import { Repositories } from './resources/generated/repositories.ts';
import { Search } from './resources/generated/search.ts';
import { ServerSetup } from './resources/generated/setup.ts';
import { Unanswered } from './resources/generated/unanswered.ts';
import { Widget } from './resources/generated/widget.ts';
import { WidgetTokens } from './resources/generated/widget-tokens.ts';
import { Projects } from './resources/projects.ts';
import { ServerAdministration } from './resources/server.ts';
import { Sources } from './resources/sources.ts';
import { StreamingChat } from './resources/streaming-chat.ts';

/**
 * A client for one Footnote server. It holds no connection, so creating one is cheap.
 * @example
 * const client = new Footnote({ baseURL: 'https://chat.example.com/v1', apiKey: 'chat_…' });
 */
export class Footnote {
  readonly auth: Auth;
  readonly projects: Projects;
  readonly sources: Sources;
  readonly repositories: Repositories;
  readonly search: Search;
  readonly chat: StreamingChat;
  readonly conversations: Conversations;
  readonly feedback: Feedback;
  readonly unanswered: Unanswered;
  readonly handovers: Handovers;
  readonly curatedAnswers: CuratedAnswers;
  readonly goldenQuestions: GoldenQuestions;
  readonly widgetTokens: WidgetTokens;
  readonly widget: Widget;
  readonly health: ServerHealth;
  readonly setup: ServerSetup;
  readonly server: ServerAdministration;
  /** Private, so that printing a client never prints its credential. */
  readonly #options: ClientOptions;

  /** Throws a `FootnoteError` if the options are invalid. */
  constructor(options: ClientOptions = {}) {
    const settings = settle(options);
    this.#options = options;
    this.auth = new Auth(settings);
    this.projects = new Projects(settings);
    this.sources = new Sources(settings);
    this.repositories = new Repositories(settings);
    this.search = new Search(settings);
    this.chat = new StreamingChat(settings);
    this.conversations = new Conversations(settings);
    this.feedback = new Feedback(settings);
    this.unanswered = new Unanswered(settings);
    this.handovers = new Handovers(settings);
    this.curatedAnswers = new CuratedAnswers(settings);
    this.goldenQuestions = new GoldenQuestions(settings);
    this.widgetTokens = new WidgetTokens(settings);
    this.widget = new Widget(settings);
    this.health = new ServerHealth(settings);
    this.setup = new ServerSetup(settings);
    this.server = new ServerAdministration(settings);
  }

  /**
   * Returns a copy of this client with changed options. A new credential replaces the previous one, whatever its kind.
   * @example
   * const patient = client.withOptions({ timeout: 5 * 60_000, maxRetries: 5 });
   */
  withOptions(changes: ClientOptions): Footnote {
    return new Footnote(override(this.#options, changes));
  }
}
