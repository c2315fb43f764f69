/**
 * The pictures of a project's widget. `name` has the hash of the content, which is base64: text is the same on both engines, and is
 * moved between them. `projects.widget_images` repeats what a page needs to know of them before they are loaded (JSON; null for none).
 */
export const widgetImages = [
  `create table widget_images (
    project_id text not null, kind text not null, name text not null, content text not null, primary key (project_id, kind)
  )`,
  'alter table projects add column widget_images text',
];
