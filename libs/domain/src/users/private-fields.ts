import type { RecordType } from '../model/record-type.ts'
import { User } from './user.ts'

const maskLabel = (text: string): string => `${text[0] ?? ''}***`

/** C3.7: `ada@example.org` is shown to others as `a***@e***.org`. */
export const maskEmail = (email: string): string => {
  const at = email.lastIndexOf('@')
  const domain = email.slice(at + 1)
  const dot = domain.lastIndexOf('.')
  return `${maskLabel(email.slice(0, at))}@${maskLabel(domain.slice(0, dot))}${domain.slice(dot)}`
}

/**
 * A user for a caller without `users:read` on this user: private fields are null, the email is masked.
 * Works on any part of a user, since reads fetch only the fields that were asked for.
 */
export const toPublicProfile = <Part extends Readonly<Record<string, unknown>>>(
  part: Part,
  masks: RecordType['masks'] = User.masks,
): Part => {
  const shown: Record<string, unknown> = { ...part }
  for (const field of Object.keys(masks)) if (field in shown) shown[field] = null
  if (typeof shown['email'] === 'string') shown['email'] = maskEmail(shown['email'])
  // Same keys as before; the values that changed are those the type says may be null, or strings still.
  return shown as Part
}
