import { AuditLog } from './audit-log.ts';
import { AuthMethods, Provider, SecondFactors, Sessions } from './generated.ts';

/** Accounts. Registering and logging in need no credential. */
export class Auth extends AuthMethods {
  readonly sessions: Sessions = new Sessions(this.settings);
  readonly secondFactor: SecondFactors = new SecondFactors(this.settings);
  readonly provider: Provider = new Provider(this.settings);
  readonly auditLog: AuditLog = new AuditLog(this.settings, '/auth/audit-log');
}
