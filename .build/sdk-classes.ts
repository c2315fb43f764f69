/** The classes of the SDK's resources, by their path on a client. One without words is extended by one that is written by hand. */
export const CLASSES: Record<string, { name: string; says?: string }> = {
  auth: { name: 'AuthMethods' },
  'auth.provider': {
    name: 'Provider',
    says: 'Sign-in with the OpenID Connect provider of the server.',
  },
  'auth.secondFactor': {
    name: 'SecondFactors',
    says: "The second factor of the client's own account: codes of an authenticator app. Needs a user token.",
  },
  'auth.sessions': {
    name: 'Sessions',
    says: "The sessions of the client's own account, one for each login. Needs a user token.",
  },
  conversations: {
    name: 'Conversations',
    says: "Conversations. An API key or the owner's token gives access to all of a project, a widget token to those of its visitor.",
  },
  curatedAnswers: {
    name: 'CuratedAnswers',
    says: "Answers that the owner writes for a question and its like. Needs the owner's token or an API key.",
  },
  goldenQuestions: {
    name: 'GoldenQuestions',
    says: "Questions with what their answers must hold. Needs the owner's token or an API key.",
  },
  handovers: {
    name: 'Handovers',
    says: 'What visitors hand over to a person. Owners have `projects.handovers`.',
  },
  health: {
    name: 'ServerHealth',
    says: 'The health of the server.',
  },
  projects: { name: 'ProjectMethods' },
  'projects.apiKeys': {
    name: 'ApiKeys',
    says: "The API keys of a project. Needs the owner's token.",
  },
  'projects.handovers': {
    name: 'ProjectHandovers',
    says: "Questions that visitors of a project handed over to a person. Needs the owner's token.",
  },
  'projects.invitations': {
    name: 'Invitations',
    says: 'Invitations to projects.',
  },
  'projects.members': {
    name: 'Members',
    says: 'The members of a project. Needs a user token.',
  },
  'projects.webhooks': {
    name: 'Webhooks',
    says: "Where the events of a project are sent. Needs the owner's token.",
  },
  'projects.widget': { name: 'ProjectWidgetMethods' },
  repositories: {
    name: 'Repositories',
    says: "Git repositories that the sources of a project are read from. Needs the owner's token or an API key.",
  },
  search: {
    name: 'Search',
    says: 'Searches for passages, without an answer.',
  },
  server: { name: 'ServerMethods' },
  'server.backups': { name: 'BackupMethods' },
  'server.backups.uploads': { name: 'BackupUploadMethods' },
  'server.modelServer': {
    name: 'ModelServer',
    says: "A model on a server that speaks OpenAI's protocol, such as Ollama, vLLM or a hosted service. No method returns its key. Needs the operator's token.",
  },
  'server.models': {
    name: 'ServerModels',
    says: "The models of the server: in use, downloaded and available. Needs the operator's token.",
  },
  'server.projects': {
    name: 'ServerProjects',
    says: "How much the projects of the server store, and how much they may. Needs the operator's token.",
  },
  'server.users': {
    name: 'Users',
    says: "The accounts of the server. Needs the operator's token.",
  },
  setup: {
    name: 'ServerSetup',
    says: 'The setup state of the server, for clients that are not logged in.',
  },
  sources: { name: 'SourceMethods' },
  unanswered: {
    name: 'Unanswered',
    says: "Unanswered questions, and the weakest answers. Needs the owner's token or an API key.",
  },
  widget: {
    name: 'Widget',
    says: 'The settings of the widget.',
  },
  widgetTokens: {
    name: 'WidgetTokens',
    says: 'Short-lived credentials for browsers.',
  },
};
