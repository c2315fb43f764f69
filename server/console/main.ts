/** The entry point: creates the session and the router and starts the app. */
import { ConsoleApp } from './console-app.ts';
import { Router } from './controllers/router.ts';
import { Session } from './controllers/session.ts';
import { applyTheme, storedTheme } from './controllers/theme.ts';
import { confirmLeave } from './parts/dialogs/confirm-leave.ts';
import { REDIRECTS, ROUTES } from './routes.ts';

applyTheme(storedTheme());
const app = document.querySelector('console-app');
if (app instanceof ConsoleApp) app.start(new Session('/v1'), new Router(ROUTES, REDIRECTS, confirmLeave));
