/**
 * C3.3: the usernames to try for an account that gave only its email address: the local part with what a
 * username cannot hold replaced, then the same with 2, 3, … behind it, until one is free.
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
