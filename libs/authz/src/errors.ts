/** One thing wrong with a policy: where (`roles.AUTHOR.rules[1]`) and what. */
export interface Problem {
  readonly path: string
  readonly message: string
}

/** The policy cannot be used; `problems` has all that is wrong with it. */
export class InvalidPolicy extends Error {
  declare readonly problems: readonly Problem[]
  readonly code = 'INVALID_POLICY'

  constructor(problems: readonly Problem[]) {
    super(problems.map(({ path, message }) => `${path}: ${message}`).join('\n'))
    this.name = 'InvalidPolicy'
    this.problems = problems
  }
}

/** `UNAUTHENTICATED`: nobody is signed in (HTTP 401). `FORBIDDEN`: somebody is, and may not (HTTP 403). */
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
