export interface RegisterRequest {
  email: string;
  password: string;
  name: string;
}

export interface User {
  id: string;
  email: string;
  name: string;
  /** May they look after the whole server? The first account of an installation may. @extension */
  operator: boolean;
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

/** A new password needs the current one, and revokes every other token. @extension */
export interface UpdateUserRequest {
  name?: string;
  password?: string;
  current_password?: string;
}

/** @extension */
export interface DeleteUserRequest {
  current_password: string;
}

/** @extension */
export interface LoggedOut {
  revoked: true;
}
