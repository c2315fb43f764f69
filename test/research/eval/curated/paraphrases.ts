/**
 * What somebody else might ask instead of a question of the docs-qa sets, by its id. `same` asks for the same thing in other
 * words, `other` is close to it and asks for something else, which its answer would not answer. Written for this measurement,
 * before the matching that it measures.
 */
export interface Variations {
  same: string[];
  other: string[];
  /** Asks for the same once more, where the question and the first of `same` are the answer's wordings. */
  again: string;
}

export const VARIATIONS: Record<string, Variations> = {
  'astro-003': {
    same: [
      'How do I deploy my Astro site to GitHub Pages under a repository path?',
      'publish to github pages in a subfolder named like the repo, which config and files do I need',
    ],
    other: ['How do I deploy my Astro site to Netlify?'],
    again: 'Which settings does GitHub Pages need for a project site?',
  },
  'astro-004': {
    same: ['How can I host an SSR Astro project with Docker on my own server?'],
    other: ['How can I host an SSR Astro project on AWS?'],
    again: 'Docker image for a server-rendered Astro app',
  },
  'astro-005': {
    same: ['How to install Tailwind version 4 in a new Astro project?', 'setting up tailwind 4'],
    other: ['How to install Sass in a new Astro project?'],
    again: 'How do I add Tailwind CSS 4 to Astro?',
  },
  'astro-006': {
    same: ['How do I optimise remote images that come from our CMS domain?'],
    other: ['How do I optimise images in Markdown files?'],
    again: 'How do I allow a remote image domain?',
  },
  'astro-008': {
    same: ['How do I define a secret, typed environment variable that is only available on the server?'],
    other: ['How do I define a public environment variable for the browser?'],
    again: 'How do I declare a server-only secret with a type?',
  },
  'astro-009': {
    same: ['How do I hide draft blog posts in production but see them in development?'],
    other: ['How do I sort blog posts by date?'],
    again: 'How can I filter out drafts when I build for production?',
  },
  'astro-011': {
    same: ['How do I create a custom 404 page?', 'where do i put my own 404 error page'],
    other: ['How do I create a custom 500 page?'],
    again: 'custom 404 page',
  },
  'astro-012': {
    same: ['How can I exclude a page from the sitemap?'],
    other: ['How can I set the priority of a page in the sitemap?'],
    again: 'How do I leave a page out of the sitemap?',
  },
  'astro-013': {
    same: ['How do I add an RSS feed for my blog posts?'],
    other: ['How do I add comments to my blog posts?'],
    again: 'How do I generate an RSS feed from a content collection?',
  },
  'astro-014': {
    same: ['How can islands of different frameworks share state?'],
    other: ['Can I nest islands of different frameworks?'],
    again: 'How do I share state between a React and a Vue island?',
  },
  'astro-015': {
    same: ['What is the minimum Node version?', 'which nodejs version is required'],
    other: ['What is the minimum TypeScript version?'],
    again: 'Which version of Node do I need?',
  },
  'astro-016': {
    same: ['On which port does astro dev listen by default?'],
    other: ['How do I change the port of the preview server?'],
    again: 'What is the default port of astro dev?',
  },
  'astro-021': {
    same: ['How do I expose the dev server on my local network?'],
    other: ['How do I use https with the dev server?'],
    again: 'How do I open the dev server from another device in my network?',
  },
  'astro-022': {
    same: ['How do I disable telemetry?', 'opt out of telemetry'],
    other: ['What data does the telemetry collect?'],
    again: 'How can I turn telemetry off?',
  },
  'astro-023': {
    same: ['How do I hydrate a component only when it becomes visible?'],
    other: ['How do I hydrate a component only on small screens?'],
    again: 'Which directive hydrates a component when it scrolls into view?',
  },
  'astro-024': {
    same: ['How do I switch on on-demand rendering for just one page?'],
    other: ['How do I switch on on-demand rendering for all pages?'],
    again: 'How do I render a single page on demand?',
  },
  'astro-026': {
    same: ['Why do I get "window is not defined" when I build?'],
    other: ['Why do I get "process is not defined" when I build?'],
    again: 'build fails with window is not defined',
  },
  'astro-028': {
    same: ['My React component renders but is not interactive, clicking does nothing'],
    other: ['My React component does not get its props'],
    again: 'Button in my React component does not react to clicks',
  },
  'astro-032': {
    same: ['Which client directives exist?'],
    other: ['Which server directives exist?'],
    again: 'What client directives are available?',
  },
  'astro-034': {
    same: ['Is it possible to import an .astro file into a React component?'],
    other: ['Is it possible to import a React component into an .astro file?'],
    again: 'Can I import Astro components into React components?',
  },
  'astro-039': {
    same: ['What is the difference between middleware and standalone mode of the Node adapter?'],
    other: ['What is the difference between the Node adapter and the Deno adapter?'],
    again: 'Node adapter: middleware mode or standalone mode?',
  },
  'handbook-001': {
    same: ['I forgot my Okta password, how can I reset it myself?', 'how to reset my SSO password'],
    other: ['How can I reset the password of my laptop?'],
    again: 'How do I reset my Okta password?',
  },
  'handbook-002': {
    same: ['How do I enroll my two new YubiKeys?'],
    other: ['I lost one of my YubiKeys, what do I do?'],
    again: 'How do I register my YubiKeys?',
  },
  'handbook-003': {
    same: ['How do I request time off?', 'where do I book my PTO'],
    other: ['How many vacation days do I have left?'],
    again: 'How do I take time off?',
  },
  'handbook-004': {
    same: ['How do I get a new laptop when mine is over four years old?'],
    other: ['How do I return my laptop when I leave?'],
    again: 'My laptop is too old, how do I request a new one?',
  },
  'handbook-005': {
    same: ['How do I add my newborn baby to my health insurance in the US?'],
    other: ['How do I add my husband to my health insurance in the US?'],
    again: 'How do I add a newborn to my US health insurance?',
  },
  'handbook-007': {
    same: ['Can I expense pet care while I travel to the company offsite?'],
    other: ['Can I expense child care while I travel to the company offsite?'],
    again: 'Is pet care during the offsite reimbursed?',
  },
  'handbook-008': {
    same: ['Where do I report a security incident?'],
    other: ['Where do I report a lost phone?'],
    again: 'How do I report a security breach?',
  },
  'handbook-009': {
    same: ['How can I report misconduct of my manager anonymously?'],
    other: ['How can I give feedback to my manager?'],
    again: 'Can I report my manager anonymously?',
  },
  'handbook-010': {
    same: ['How do I share a password with an external contractor?'],
    other: ['How do I share a document with an external contractor?'],
    again: 'How should I share passwords with contractors?',
  },
  'handbook-012': {
    same: ['How do I resign?', 'what do I have to do when I want to leave the company'],
    other: ['What happens to my stock options when I leave the company?'],
    again: 'How do I hand in my resignation?',
  },
  'handbook-014': {
    same: ['How do I set up an out of office message in Gmail?'],
    other: ['How do I set up a signature in Gmail?'],
    again: 'How do I turn on an out of office reply?',
  },
  'handbook-015': {
    same: ['What is the limit for a hotel night on a business trip?'],
    other: ['What is the limit for meals on a business trip?'],
    again: 'What is the maximum price of a hotel per night?',
  },
  'handbook-016': {
    same: ['When is payday in the US?'],
    other: ['When is payday in Germany?'],
    again: 'When do US employees get paid?',
  },
  'handbook-017': {
    same: ['What is the mileage reimbursement rate?'],
    other: ['What is the limit for a rental car?'],
    again: 'What is the mileage rate for my own car?',
  },
  'handbook-018': {
    same: ['When are Slack DMs deleted?'],
    other: ['How long are messages in Slack channels kept?'],
    again: 'How long are Slack direct messages kept?',
  },
  'handbook-022': {
    same: ['How do I disable captions in Zoom permanently?'],
    other: ['How do I record a meeting in Zoom?'],
    again: 'How do I turn off captions in Zoom?',
  },
  'handbook-023': {
    same: ['How do I stop my YubiKey from typing random characters when I touch it?'],
    other: ['How do I set a PIN on my YubiKey?'],
    again: 'My YubiKey types random characters when I touch it, how do I stop that?',
  },
  'handbook-031': {
    same: ['From which countries is remote work prohibited?'],
    other: ['Which countries have an office of the company?'],
    again: 'In which countries may I not work remotely?',
  },
  'handbook-034': {
    same: ['Can I get Global Entry reimbursed?'],
    other: ['Can I get lounge access reimbursed?'],
    again: 'Is Global Entry reimbursed?',
  },
  'handbook-035': {
    same: ['Is there a 401(k) match?'],
    other: ['How do I take a loan from my 401(k)?'],
    again: 'Does the company match 401(k) contributions?',
  },
  'laravel-001': {
    same: ['How do I enable maintenance mode and bypass it with a secret?'],
    other: ['How do I show a custom page in maintenance mode?'],
    again: 'How do I put the app into maintenance mode but still get in?',
  },
  'laravel-002': {
    same: ['How do I rotate the application key without logging everybody out?'],
    other: ['How do I generate the application key of a new project?'],
    again: 'How do I change APP_KEY without logging users out?',
  },
  'laravel-003': {
    same: ['How do I encrypt the .env file so that I can commit it?'],
    other: ['How do I encrypt a column of the database?'],
    again: 'How do I commit an encrypted .env file?',
  },
  'laravel-004': {
    same: ['Which cron entry do I need for the scheduler on my server?'],
    other: ['How do I run the scheduler on my own computer?'],
    again: 'What cron entry does the scheduler need?',
  },
  'laravel-005': {
    same: ['How do I run a scheduled task on one server only?'],
    other: ['How do I keep a scheduled task from overlapping with itself?'],
    again: 'How do I make a scheduled task run on only one server?',
  },
  'laravel-006': {
    same: ['How do I keep queue:work running with Supervisor?'],
    other: ['How do I keep Reverb running with Supervisor?'],
    again: 'Supervisor configuration for queue:work',
  },
  'laravel-008': {
    same: ['How do I queue an email instead of sending it during the request?'],
    other: ['How do I attach a file to an email?'],
    again: 'How do I send mail in the background?',
  },
  'laravel-010': {
    same: ['How do I avoid the N+1 query problem?'],
    other: ['How do I log all SQL queries?'],
    again: 'How do I solve the N+1 problem?',
  },
  'laravel-011': {
    same: ['How do I set up GitHub login with Socialite?', 'login via github'],
    other: ['How do I set up Google login with Socialite?'],
    again: 'How do I add GitHub login?',
  },
  'laravel-012': {
    same: ['How do I run tests in parallel?'],
    other: ['How do I measure test coverage?'],
    again: 'Can I run my tests in parallel?',
  },
  'laravel-013': {
    same: ['How do I rate limit a route by user or IP address?'],
    other: ['How do I rate limit a queued job?'],
    again: 'How do I limit the rate of requests by user or IP?',
  },
  'laravel-015': {
    same: ['What PHP version does Laravel 13 require?'],
    other: ['What PHP version does Laravel 11 require?'],
    again: 'Which PHP version is required for Laravel 13?',
  },
  'laravel-016': {
    same: ['When does security support for Laravel 12 end?'],
    other: ['When does security support for Laravel 13 end?'],
    again: 'How long does Laravel 12 get security updates?',
  },
  'laravel-018': {
    same: ['How many days does the daily log channel keep files?'],
    other: ['Where are the log files stored?'],
    again: 'How long are daily log files kept?',
  },
  'laravel-021': {
    same: ['How do I retry all failed jobs?'],
    other: ['How do I delete all failed jobs?'],
    again: 'Which command retries all failed jobs?',
  },
  'laravel-022': {
    same: ['How do I see the status of my migrations?'],
    other: ['How do I roll back my migrations?'],
    again: 'Which command shows the status of migrations?',
  },
  'laravel-026': {
    same: ['Why does env() return null in production?'],
    other: ['Why does config() return null in tests?'],
    again: 'env() is null in production, why?',
  },
  'laravel-028': {
    same: ['Why do I get a 419 error when I submit a form?'],
    other: ['Why do I get a 404 error when I submit a form?'],
    again: '419 error on form submit',
  },
  'laravel-031': {
    same: ['Which databases are supported?'],
    other: ['Which cache stores are supported?'],
    again: 'What databases does Laravel support?',
  },
  'laravel-033': {
    same: ['Which session drivers are there?'],
    other: ['Which queue drivers are there?'],
    again: 'What session drivers are available?',
  },
  'laravel-040': {
    same: ['What is the difference between migrate:refresh and migrate:fresh?'],
    other: ['What is the difference between migrate:reset and migrate:rollback?'],
    again: 'migrate:fresh vs migrate:refresh',
  },
  'traefik-001': {
    same: ['How do I protect the dashboard with basic auth in docker compose?'],
    other: ['How do I disable the dashboard in docker compose?'],
    again: 'How do I put a password on the dashboard?',
  },
  'traefik-002': {
    same: ['How do I redirect all HTTP traffic to HTTPS globally?'],
    other: ['How do I redirect www to the bare domain?'],
    again: 'How do I redirect HTTP to HTTPS for everything?',
  },
  'traefik-003': {
    same: ["How do I set up Let's Encrypt with docker compose?"],
    other: ['How do I use my own certificate files with docker compose?'],
    again: "How do I get Let's Encrypt certificates with docker compose?",
  },
  'traefik-004': {
    same: ['How do I enable sticky sessions with labels?'],
    other: ['How do I enable health checks with labels?'],
    again: 'How do I turn on sticky sessions?',
  },
  'traefik-005': {
    same: ['How do I route two hostnames to different ports of the same container?'],
    other: ['How do I route two paths to different containers?'],
    again: 'How do I route two hostnames to two ports of one container?',
  },
  'traefik-006': {
    same: ['How do I strip the path prefix before a request is forwarded?'],
    other: ['How do I add a path prefix before a request is forwarded?'],
    again: 'How do I strip a path prefix?',
  },
  'traefik-007': {
    same: ['How do I require client certificates (mTLS)?'],
    other: ['How do I set the minimum TLS version?'],
    again: 'How do I set up mTLS with client certificates?',
  },
  'traefik-008': {
    same: ['How do I trust X-Forwarded headers from the load balancer in front?'],
    other: ['How do I remove X-Forwarded headers from requests?'],
    again: 'How do I trust forwarded headers of my load balancer?',
  },
  'traefik-009': {
    same: ['How do I send 25% of the traffic to a new version with the file provider?'],
    other: ['How do I mirror the traffic to a new version with the file provider?'],
    again: 'How do I split traffic between two versions by weight?',
  },
  'traefik-010': {
    same: ['How do I change the time zone of the access logs?'],
    other: ['How do I change the format of the access logs?'],
    again: 'How do I set the time zone of access logs?',
  },
  'traefik-012': {
    same: ['How do I configure a Docker healthcheck for Traefik itself?'],
    other: ['How do I configure a health check for my backend servers?'],
    again: 'How do I set up a Docker healthcheck for the Traefik container?',
  },
  'traefik-016': {
    same: ["When are Let's Encrypt certificates renewed?"],
    other: ["Where are Let's Encrypt certificates stored?"],
    again: "How long before expiry are Let's Encrypt certificates renewed?",
  },
  'traefik-020': {
    same: ['What is the minimum response size for compression?'],
    other: ['Which content types are excluded from compression?'],
    again: 'From which size are responses compressed?',
  },
  'traefik-021': {
    same: ['How do I keep containers from being exposed by default?'],
    other: ['How do I restrict Traefik to one docker network?'],
    again: 'How do I stop Traefik from exposing containers by default?',
  },
  'traefik-023': {
    same: ['How do I skip certificate verification of an HTTPS backend?'],
    other: ['How do I send the client certificate to an HTTPS backend?'],
    again: 'How do I skip TLS verification of a backend?',
  },
  'traefik-024': {
    same: ['How do I remove the Authorization header after basic auth?'],
    other: ['How do I hash the passwords for basic auth?'],
    again: 'How do I remove the authorization header before the request is forwarded?',
  },
  'traefik-025': {
    same: ['Which flag sets the path of the static configuration file?'],
    other: ['Which flag sets the log level?'],
    again: 'How do I pass the path of the static configuration file?',
  },
  'traefik-031': {
    same: ['Which load balancing strategies are supported?'],
    other: ['Which middlewares are supported?'],
    again: 'What load balancing strategies are there?',
  },
  'traefik-033': {
    same: ['Which metrics backends are supported?'],
    other: ['Which tracing backends are supported?'],
    again: 'What metrics backends does Traefik support?',
  },
  'traefik-039': {
    same: ['What is the difference between rateLimit and inFlightReq?'],
    other: ['What is the difference between retry and circuitBreaker?'],
    again: 'rateLimit vs inFlightReq',
  },
};
