import { useMutation, useQuery } from '@tanstack/react-query'
import { rest, take } from '../api/client.ts'
import { countDrafts, dropAllDrafts } from '../drafts/drafts.ts'
import { messages } from '../language/language.ts'
import { ConfirmButton } from '../forms/confirm.tsx'
import { signOut } from '../session/session.ts'
import { ErrorNotice } from '../shell/notice.tsx'

/** The sign-out of this browser also ends its sign-in at the authorization page. */
const endAll = async (person: string): Promise<void> => {
  await take(rest.delete('/api/me/sessions'))
  await dropAllDrafts(person)
  await signOut()
}

/** C20.5: asks first, and says so if it would remove a text that the service has not taken. */
export const SignOutEverywhere = ({ person }: { readonly person: string }) => {
  const { data: drafts = 0 } = useQuery({
    queryKey: ['drafts', person],
    queryFn: () => countDrafts(person),
  })
  const leaving = useMutation({ mutationFn: () => endAll(person) })
  const question = messages.signOutEverywhereQuestion
  return (
    <>
      {leaving.error && <ErrorNotice error={leaving.error} />}
      <ConfirmButton
        label={messages.signOutEverywhere}
        question={drafts > 0 ? `${messages.signOutQuestion} ${question}` : question}
        onConfirm={() => leaving.mutate()}
      />
    </>
  )
}
