import { errors as common } from '../platform/errors.ts';
import { storeErrors } from '../store/errors.ts';
import { accountErrors, accountExamples } from './errors/accounts.ts';
import { answerErrors, answerExamples } from './errors/answers.ts';
import { backupErrors, backupExamples } from './errors/backups.ts';
import { credentialErrors, credentialExamples } from './errors/credentials.ts';
import { modelErrors, modelExamples } from './errors/models.ts';
import { pictureErrors, pictureExamples } from './errors/pictures.ts';
import { projectErrors, projectExamples } from './errors/projects.ts';
import { providerErrors, providerExamples } from './errors/provider.ts';
import { sourceErrors, sourceExamples } from './errors/sources.ts';

/** What the services refuse. */
export const errors = {
  ...common,
  ...storeErrors,
  ...accountErrors,
  ...answerErrors,
  ...backupErrors,
  ...credentialErrors,
  ...modelErrors,
  ...pictureErrors,
  ...projectErrors,
  ...providerErrors,
  ...sourceErrors,
};

export const serviceExamples = [
  ...accountExamples,
  ...answerExamples,
  ...backupExamples,
  ...credentialExamples,
  ...modelExamples,
  ...pictureExamples,
  ...projectExamples,
  ...providerExamples,
  ...sourceExamples,
];
