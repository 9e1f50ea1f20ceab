interface Claims {
  readonly sid?: string
}

const decode = (part: string): Claims =>
  JSON.parse(atob(part.replaceAll('-', '+').replaceAll('_', '/'))) as Claims

/** The id of the session of an access token: its claim `sid`. Null without one. */
export const readSessionId = (token: string): string | null => decode(token.split('.')[1] ?? '').sid ?? null
