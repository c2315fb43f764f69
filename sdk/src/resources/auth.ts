import { AuditLog } from './audit-log.ts';
import { AuthMethods } from './generated/auth.ts';

/** Accounts. Registering and logging in need no credential. */
export class Auth extends AuthMethods {
  readonly auditLog: AuditLog = new AuditLog(this.settings, '/auth/audit-log');
}
