/** On which origins the widget was last seen, and when (JSON, the latest first); null for none. */
export const widgetOrigins = ['alter table projects add column widget_origins text'];
