import { conflict, ContentError, notFound, type ErrorCode } from '@content-service/domain'
import { badValue, createReadOnlyRefusal } from '@content-service/domain/internal/rules'

/** Unique constraints by name: the field of the input that has the taken value, and its name in the message. */
const TAKEN: Readonly<Record<string, { readonly field: string; readonly what: string }>> = {
  users_username_key: { field: 'username', what: 'username' },
  users_email_key: { field: 'email', what: 'email address' },
}

/** Foreign keys to a record that the input names and that may not exist. */
const MISSING: Readonly<Record<string, { readonly field: string; readonly what: string }>> = {
  articles_owner_id_fkey: { field: 'authorId', what: 'user' },
}

const accountDeleted = (): ContentError =>
  new ContentError('UNAUTHENTICATED', 'The account of this credential is deleted.')

/** Foreign keys to records that existed at the permission check and have been deleted since. */
const GONE: Readonly<Record<string, () => ContentError>> = {
  comments_author_id_fkey: accountDeleted,
  revisions_editor_id_fkey: accountDeleted,
  record_revisions_editor_id_fkey: accountDeleted,
  likes_user_id_fkey: accountDeleted,
  record_likes_user_id_fkey: accountDeleted,
  follows_follower_id_fkey: accountDeleted,
  likes_article_id_fkey: () => notFound('article'),
  follows_followed_id_fkey: () => notFound('user'),
}

export const UNIQUE_VIOLATION = '23505'
export const FOREIGN_KEY_VIOLATION = '23503'
export const NOT_NULL_VIOLATION = '23502'
export const CHECK_VIOLATION = '23514'
/** Connection exceptions, shutdowns, too many connections, no memory, disk full (PostgreSQL, appendix A). */
const AWAY = /^(08...|57P0[1-5]|53...|58030|25P03)$/
const UNREACHABLE = new Set(['ECONNREFUSED', 'ECONNRESET', 'EHOSTUNREACH', 'ENOTFOUND', 'ETIMEDOUT', 'EPIPE'])
/** Errors of the driver itself have no code. */
const BROKEN =
  /^(Connection terminated|Client has encountered a connection error|Client was closed|PostgreSQL does not answer|timeout expired|timeout exceeded when trying to connect)/
/** The service also throws this error before an embedded database writes to a disk with little space left. */
const DISK_FULL = '53100'
/** A write in a transaction that only reads (C16.5). */
const READ_ONLY = '25006'
export const QUERY_CANCELED = '57014'
/** Whether a failure means that the database cannot be reached. */
export const isUnreachable = ({ code = '', message = '' }: DatabaseError): boolean =>
  UNREACHABLE.has(code) || BROKEN.test(message)

/** A lock timeout, a deadlock, or a serialization failure. */
const LOCK_ERRORS = new Set(['55P03', '40P01', '40001'])

/** The members of the driver's errors; MikroORM's exceptions have them, too. */
export interface DatabaseError {
  readonly code?: string
  readonly constraint?: string
  readonly table?: string
  readonly column?: string
  readonly message?: string
}

/** The code and message of an error that does not come from the request and may pass soon; null for other errors. */
const describeTransientError = ({
  code = '',
  message = '',
}: DatabaseError): readonly [ErrorCode, string] | null => {
  if (code === QUERY_CANCELED)
    return ['TIMEOUT', 'The request took too long, and the database stopped it. Select less, or try again.']
  if (LOCK_ERRORS.has(code))
    return ['UNAVAILABLE', 'Another request changes the same record. Try again in a moment.']
  if (code === DISK_FULL)
    return ['UNAVAILABLE', 'The disk of the service is full. You can read, but not write. Try again later.']
  if (AWAY.test(code) || isUnreachable({ code, message }))
    return ['UNAVAILABLE', 'The database is unavailable. Try again in a moment.']
  return null
}

const createMissingError = (constraint: string): ContentError | undefined => {
  const missing = MISSING[constraint]
  return missing
    ? badValue([missing.field], `there is no ${missing.what} with this id`)
    : GONE[constraint]?.()
}

const translateError = (error: unknown): unknown => {
  const { code = '', constraint = '' } = error as DatabaseError
  const taken = code === UNIQUE_VIOLATION && TAKEN[constraint]
  if (taken) return conflict(`This ${taken.what} is taken.`, [{ path: [taken.field], message: 'is taken' }])
  const missing = code === FOREIGN_KEY_VIOLATION && createMissingError(constraint)
  if (missing) return missing
  if (code === READ_ONLY) return createReadOnlyRefusal()
  const [kind, sentence] = describeTransientError(error as DatabaseError) ?? []
  if (kind) return new ContentError(kind, sentence ?? '', [], { cause: error })
  return error
}

/** Whether an insert failed because another row has its primary key. */
export const isIdTaken = (error: unknown): boolean => {
  const { code, constraint = '' } = error as DatabaseError
  return code === UNIQUE_VIOLATION && constraint.endsWith('_pkey')
}

/** Throws the error of the domain for an error of the database. */
export const rethrowTranslated = (error: unknown): never => {
  throw translateError(error)
}

/** Runs a store's work, and translates errors of the database into errors of the domain. */
export const translateDatabaseErrors = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  try {
    return await work()
  } catch (error) {
    return rethrowTranslated(error)
  }
}
