/**
 * C3.3: the usernames to try for an account with only an email address: first the local part, in which valid characters
 * replace invalid ones, then the local part with 2, 3, … appended.
 */
export function* deriveUsernames(email: string): Generator<string, never> {
  const local = email.slice(0, email.indexOf('@')).toLowerCase()
  const allowed = local
    .replaceAll(/[^a-z0-9._-]+/g, '-')
    .replace(/^[^a-z0-9]+/, '')
    .replace(/(?<!-)-+$/, '')
  const stem = (allowed.length >= 2 ? allowed : `user-${allowed}`).replace(/-$/, '').slice(0, 50)
  for (let suffix = 1; ; suffix += 1) yield suffix === 1 ? stem : `${stem}-${suffix}`
}
