/** @extension */
export interface CreateWidgetTokenRequest {
  project_id?: string;
  origin?: string;
  visitor_id?: string;
  /** Seconds, 60–86400. */
  expires_in?: number;
  /**
   * Keep a trace with every answer; only with the owner's user token. Together with `origin` it holds for that origin alone,
   * whether or not the project lists it: that of the owner's console, for example.
   */
  trace?: boolean;
}

/** @extension */
export interface WidgetRevoked {
  revoked: true;
}

/** @extension */
export interface WidgetToken {
  token: string;
  token_type: 'bearer';
  /** Seconds. */
  expires_in: number;
  visitor_id: string;
}
