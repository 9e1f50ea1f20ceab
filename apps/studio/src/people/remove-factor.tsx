import { useMutation } from '@tanstack/react-query'
import { rest, take } from '../api/client.ts'
import { messages } from '../language/language.ts'
import { ConfirmButton } from '../forms/confirm.tsx'
import { ErrorNotice } from '../shell/notice.tsx'

interface RemoveFactorProps {
  readonly id: string
  readonly name: string
}

const removeFactor = (id: string) => take(rest.delete('/api/users/{id}/second-factor', { params: { id } }))

/** For somebody who has lost the app and the recovery codes. The service tells nobody else whether they have a factor. */
export const RemoveFactor = ({ id, name }: RemoveFactorProps) => {
  const removing = useMutation({ mutationFn: () => removeFactor(id) })
  return (
    <>
      {removing.error && <ErrorNotice error={removing.error} />}
      {removing.isSuccess ? (
        <p role="status">{messages.factorRemoved}</p>
      ) : (
        <ConfirmButton
          label={messages.removeFactor}
          question={messages.removeFactorQuestion(name)}
          onConfirm={() => removing.mutate()}
        />
      )}
    </>
  )
}
