import { isClientError, type ConflictError, type InputError } from '@content-service/client'
import { Button } from 'react-aria-components'
import { messages } from '../language/language.ts'
import { SignedOut, writeSignInAddress } from '../session/session.ts'

const isSignedOut = (error: unknown): boolean =>
  error instanceof SignedOut ||
  (isClientError(error) && (error.code === 'UNAUTHENTICATED' || error.cause instanceof SignedOut))

/** What the service refused of the input, with the place of each value. */
const writeProblems = ({ problems, message }: InputError | ConflictError): string =>
  problems.length === 0
    ? message
    : problems.map(({ path, message: wrong }) => `${path.join('.')}: ${wrong}`).join('. ')

const writeError = (error: unknown): string => {
  if (!isClientError(error)) return messages.failed
  if ('problems' in error) return writeProblems(error)
  return error.code === 'NETWORK_ERROR' ? messages.offline : error.message
}

/** What went wrong, in words, with a way on. */
export const ErrorNotice = ({
  error,
  onRetry,
}: {
  readonly error: unknown
  readonly onRetry?: () => void
}) => (
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
