import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { rest, take } from '../api/client.ts'
import type { Session } from '../api/people-paths.ts'
import { messages } from '../language/language.ts'
import { ConfirmButton } from '../record/confirm.tsx'
import { writeSignInAddress } from '../session/session.ts'
import { SESSIONS_QUERY, useOwnSession } from '../session/use-own-session.ts'
import { ErrorNotice } from '../shell/notice.tsx'
import { Section } from './section.tsx'
import { SessionList } from './session-list.tsx'

const endSession = ({ id }: Session) => take(rest.delete('/api/me/sessions/{id}', { params: { id } }))
const endAll = () => take(rest.delete('/api/me/sessions'))

/** Where somebody is signed in. */
export const Sessions = () => {
  const queries = useQueryClient()
  const own = useOwnSession()
  const { data, error } = useQuery(SESSIONS_QUERY)
  const ending = useMutation({
    mutationFn: endSession,
    onSettled: () => queries.invalidateQueries({ queryKey: SESSIONS_QUERY.queryKey }),
  })
  const leaving = useMutation({ mutationFn: endAll, onSuccess: () => location.assign(writeSignInAddress()) })
  const failed = error ?? ending.error ?? leaving.error
  return (
    <Section title={messages.sessions} help={messages.sessionsHelp}>
      {failed && <ErrorNotice error={failed} />}
      {data && <SessionList sessions={data} own={own} onEnd={ending.mutate} />}
      <div className="send">
        <ConfirmButton
          label={messages.signOutEverywhere}
          question={messages.signOutEverywhereQuestion}
          onConfirm={() => leaving.mutate()}
        />
      </div>
    </Section>
  )
}
