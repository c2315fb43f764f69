/** Where the console begins: makes the parts that live as long as the page, and hands them to the frame. */
import { ConsoleApp } from './console-app.ts';
import { Router } from './controllers/router.ts';
import { Session } from './controllers/session.ts';
import { chosenTheme, showTheme } from './controllers/theme.ts';
import { mayLeave } from './parts/dialogs/may-leave.ts';
import { REDIRECTS, ROUTES } from './routes.ts';

showTheme(chosenTheme());
const app = document.querySelector('console-app');
if (app instanceof ConsoleApp) app.start(new Session('/v1'), new Router(ROUTES, REDIRECTS, mayLeave));
