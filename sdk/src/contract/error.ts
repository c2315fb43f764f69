/** One thing that is wrong with a request, by the name of its field (`""` for the body as a whole). @extension */
export interface FieldError {
  field: string;
  message: string;
}

/** The body of every answer with a status of 400 or more. */
export interface ErrorBody {
  /** A sentence that its reader can act on. */
  detail: string;
  /** Stable, snake_case. @extension */
  code: string;
  /** On 400 where single fields are at fault: the first 20 of them. @extension */
  errors?: FieldError[];
  /** On 429 `budget_exhausted`, what the project's owner has written for its visitors, where they have. @extension */
  owner_message?: string;
}
