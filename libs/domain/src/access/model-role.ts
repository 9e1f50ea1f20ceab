/** C15.22: a role that a model adds to the five of the service. */
export interface ModelRole {
  /** A word in capitals: `RECRUITER`. */
  readonly name: string
  /** The roles whose permissions the role includes: roles of the service below ADMIN, and other roles of the model. */
  readonly inherits: readonly string[]
  /** A sentence about the people who have the role. */
  readonly about: string
}
