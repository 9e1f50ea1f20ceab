import type { RecordType } from '../model/types/record-type.ts'

const maskLabel = (text: string): string => `${text[0] ?? ''}***`

/** C3.7: other users see `a***@e***.org` instead of `ada@example.org`. */
export const maskEmail = (email: string): string => {
  const at = email.lastIndexOf('@')
  const domain = email.slice(at + 1)
  const dot = domain.lastIndexOf('.')
  return `${maskLabel(email.slice(0, at))}@${maskLabel(domain.slice(0, dot))}${domain.slice(dot)}`
}

/**
 * A user for a caller without `users:read` on this user: private fields are null, and the email is masked. It works on
 * any part of a user, since a read fetches only the selected fields.
 */
export const toPublicProfile = <Part extends Readonly<Record<string, unknown>>>(
  part: Part,
  masks: RecordType['masks'],
): Part => {
  const shown: Record<string, unknown> = { ...part }
  for (const field of Object.keys(masks)) if (field in shown) shown[field] = null
  if (typeof shown['email'] === 'string') shown['email'] = maskEmail(shown['email'])
  // The keys are unchanged. The changed values are strings, or null where the type allows null.
  return shown as Part
}
