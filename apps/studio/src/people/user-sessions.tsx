import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { SessionList } from '../account/session-list.tsx'
import { Section } from '../account/section.tsx'
import { rest, take } from '../api/client.ts'
import { messages } from '../language/language.ts'
import { ErrorNotice } from '../shell/notice.tsx'

const readSessions = (id: string) => take(rest.get('/api/users/{id}/sessions', { params: { id } }))

const endSession = (id: string, session: string) =>
  take(rest.delete('/api/users/{id}/sessions/{session}', { params: { id, session } }))

/** Where somebody else is signed in. Nothing for those who may not see it. */
export const UserSessions = ({ id }: { readonly id: string }) => {
  const queries = useQueryClient()
  const queryKey = ['user sessions', id]
  const { data } = useQuery({ queryKey, queryFn: () => readSessions(id) })
  const ending = useMutation({
    mutationFn: (session: string) => endSession(id, session),
    onSettled: () => queries.invalidateQueries({ queryKey }),
  })
  if (data === undefined) return null
  return (
    <Section title={messages.sessions} help={messages.userSessionsHelp}>
      {ending.error && <ErrorNotice error={ending.error} />}
      <SessionList sessions={data} own={null} onEnd={(session) => ending.mutate(session.id)} />
      {data.length === 0 && <p className="help">{messages.noSessions}</p>}
    </Section>
  )
}
