import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { rest, take } from '../api/client.ts'
import type { Session } from '../api/people-paths.ts'
import { messages } from '../language/language.ts'
import { SESSIONS_QUERY, useOwnSession } from '../session/use-own-session.ts'
import { ErrorNotice } from '../shell/notice.tsx'
import { Section } from './section.tsx'
import { SessionList } from './session-list.tsx'
import { SignOutEverywhere } from './sign-out-everywhere.tsx'

const endSession = ({ id }: Session) => take(rest.delete('/api/me/sessions/{id}', { params: { id } }))

/** Where somebody is signed in. */
export const Sessions = ({ person }: { readonly person: string }) => {
  const queries = useQueryClient()
  const own = useOwnSession()
  const { data, error } = useQuery(SESSIONS_QUERY)
  const ending = useMutation({
    mutationFn: endSession,
    onSettled: () => queries.invalidateQueries({ queryKey: SESSIONS_QUERY.queryKey }),
  })
  const failed = error ?? ending.error
  return (
    <Section title={messages.sessions} help={messages.sessionsHelp}>
      {failed && <ErrorNotice error={failed} />}
      {data && <SessionList sessions={data} own={own} onEnd={ending.mutate} />}
      <div className="send">
        <SignOutEverywhere person={person} />
      </div>
    </Section>
  )
}
