/** One mistake in a policy: its place (`roles.AUTHOR.rules[1]`) and a description. */
export interface Problem {
  readonly path: string
  readonly message: string
}

/** The error for an invalid policy. `problems` contains all mistakes in the policy. */
export class InvalidPolicy extends Error {
  declare readonly problems: readonly Problem[]
  readonly code = 'INVALID_POLICY'

  constructor(problems: readonly Problem[]) {
    super(problems.map(({ path, message }) => `${path}: ${message}`).join('\n'))
    this.name = 'InvalidPolicy'
    this.problems = problems
  }
}

/** `UNAUTHENTICATED`: no user is signed in (HTTP 401). `FORBIDDEN`: the user lacks the permission (HTTP 403). */
export class AccessDenied extends Error {
  declare readonly code: 'UNAUTHENTICATED' | 'FORBIDDEN'
  declare readonly permission: string

  constructor(code: AccessDenied['code'], permission: string) {
    super(`Missing permission: ${permission}`)
    this.name = 'AccessDenied'
    this.code = code
    this.permission = permission
  }
}
