export interface RegisterRequest {
  email: string;
  password: string;
  name: string;
}

export interface User {
  id: string;
  email: string;
  name: string;
}

export interface LoginRequest {
  email: string;
  password: string;
}

export interface AccessToken {
  access_token: string;
  token_type: 'bearer';
  /** Seconds. */
  expires_in: number;
}

/** @extension */
export interface LoggedOut {
  revoked: true;
}
