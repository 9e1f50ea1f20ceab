import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ContentType } from '../api/model.ts'
import { Section } from '../account/section.tsx'
import { messages } from '../language/language.ts'
import { useScopes } from '../session/use-own-session.ts'
import { useModel } from '../shell/use-model.ts'
import { PERSON_QUERY } from '../shell/use-person.ts'
import { AccessForm } from './access-form.tsx'
import { readAccess } from './change-access.ts'
import { listPermissions } from './permissions.ts'

/** C7.7: only an administrator gives permissions in addition to those of roles, and only those that the administrator has. */
const useGrantable = (): readonly string[] => {
  const { data } = useQuery(PERSON_QUERY)
  const permissions = listPermissions(useModel(), useScopes())
  return data?.role === 'ADMIN' ? permissions : []
}

interface UserAccessProps {
  readonly id: string
  readonly type: ContentType
}

/** The username, the role, the status and the permissions of somebody else. Nothing for those who may not see them. */
export const UserAccess = ({ id, type }: UserAccessProps) => {
  const queries = useQueryClient()
  const queryKey = ['user access', id]
  const { data } = useQuery({ queryKey, queryFn: () => readAccess(id) })
  const [timesStale, setTimesStale] = useState(0)
  const permissions = useGrantable()
  if (data === undefined) return null
  const onSaved = (): void => {
    for (const key of [queryKey, ['record', type.path, id], ['list']])
      void queries.invalidateQueries({ queryKey: key })
  }
  const onStale = async (): Promise<void> => {
    await queries.invalidateQueries({ queryKey })
    setTimesStale((times) => times + 1)
  }
  return (
    <Section title={messages.access} help={messages.accessHelp}>
      {timesStale > 0 && (
        <p className="notice" role="alert">
          {messages.accessChanged}
        </p>
      )}
      <AccessForm key={timesStale} {...{ id, type, permissions, onSaved, onStale }} loaded={data} />
    </Section>
  )
}
