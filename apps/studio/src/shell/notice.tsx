import { isClientError, type ConflictError, type InputError } from '@content-service/client'
import { Button } from 'react-aria-components'
import { isOutage } from '../api/connection.ts'
import { messages } from '../language/language.ts'
import { SignedOut, writeSignInAddress } from '../session/session.ts'

/** Whether nobody is signed in, or the session has ended. */
export const isSignedOut = (error: unknown): boolean =>
  error instanceof SignedOut ||
  (isClientError(error) && (error.code === 'UNAUTHENTICATED' || error.cause instanceof SignedOut))

/** What the service refused of the input, with the place of each value. */
const writeProblems = ({ problems, message }: InputError | ConflictError): string =>
  problems.length === 0
    ? message
    : problems.map(({ path, message: wrong }) => `${path.join('.')}: ${wrong}`).join('. ')

const writeError = (error: unknown): string => {
  if (isOutage(error)) return messages.offline
  if (!isClientError(error)) return messages.failed
  return 'problems' in error ? writeProblems(error) : error.message
}

interface ErrorNoticeProps {
  readonly error: unknown
  readonly onRetry?: () => void
}

/** What went wrong, in words, with a way on. */
export const ErrorNotice = ({ error, onRetry }: ErrorNoticeProps) => (
  <div className="notice wrong" role="alert">
    {isSignedOut(error) ? (
      <>
        {messages.signedOut}{' '}
        <a href={writeSignInAddress()} target="_blank" rel="noopener">
          {messages.signInAgain}
        </a>
      </>
    ) : (
      writeError(error)
    )}{' '}
    {onRetry && <Button onPress={onRetry}>{messages.tryAgain}</Button>}
  </div>
)

/** Why the service refused a read. If it did not answer, `Outage` says so, once for all reads of the page. */
export const ReadError = (props: ErrorNoticeProps) =>
  isOutage(props.error) ? null : <ErrorNotice {...props} />
