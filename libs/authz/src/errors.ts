/** One thing wrong with a policy: where (`roles.AUTHOR.rules[1]`) and what. */
export interface Problem {
  readonly path: string
  readonly message: string
}

/** The policy cannot be used; `problems` has all that is wrong with it. */
export class InvalidPolicy extends Error {
  override readonly name = 'InvalidPolicy'
  readonly code = 'INVALID_POLICY'
  readonly problems: readonly Problem[]

  constructor(problems: readonly Problem[]) {
    super(`Invalid policy:\n${problems.map(({ path, message }) => `- ${path}: ${message}`).join('\n')}`)
    this.problems = problems
  }
}

/** `UNAUTHENTICATED`: nobody is signed in (HTTP 401). `FORBIDDEN`: somebody is, and may not (HTTP 403). */
export class AccessDenied extends Error {
  override readonly name = 'AccessDenied'
  readonly code: 'UNAUTHENTICATED' | 'FORBIDDEN'
  readonly permission: string

  constructor(code: AccessDenied['code'], permission: string) {
    super(
      `${code === 'FORBIDDEN' ? 'Missing permission' : 'Sign in first. Needed permission'}: ${permission}`,
    )
    this.code = code
    this.permission = permission
  }
}
