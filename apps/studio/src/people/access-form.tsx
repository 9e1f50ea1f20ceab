import { useState } from 'react'
import type { ContentType } from '../api/model.ts'
import { hasCode } from '../api/records.ts'
import { ChoiceInput, TextInput } from '../forms/inputs.tsx'
import { PermissionsInput } from '../forms/permissions-input.tsx'
import { SmallForm } from '../forms/small-form.tsx'
import { useForm } from '../forms/use-form.ts'
import { messages } from '../language/language.ts'
import { LeaveGuard } from '../record/leave-guard.tsx'
import { listChoices, readValues, type AccessValues } from './access.ts'
import { changeAccess, type LoadedAccess } from './change-access.ts'

interface AccessFormProps {
  readonly id: string
  readonly type: ContentType
  readonly loaded: LoadedAccess
  /** The permissions that the caller may give; none for those who may give no permission. */
  readonly permissions: readonly string[]
  readonly onSaved: () => void
  /** Somebody else has changed the access since it was loaded. */
  readonly onStale: () => Promise<void>
}

const useAccessForm = ({ id, loaded, onSaved, onStale }: AccessFormProps) => {
  const [seen, setSeen] = useState(loaded)
  const send = async (values: AccessValues): Promise<LoadedAccess> => {
    try {
      return await changeAccess(id, seen, values)
    } catch (error) {
      if (hasCode(error, 'PRECONDITION_FAILED')) await onStale()
      throw error
    }
  }
  const onSent = (saved: LoadedAccess): void => {
    setSeen(saved)
    onSaved()
  }
  return { seen: seen.access, form: useForm({ initial: readValues(loaded.access), send, onSent }) }
}

/** How a person signs in, and what gives them permissions. */
export const AccessForm = (props: AccessFormProps) => {
  const { type, permissions } = props
  const { seen, form } = useAccessForm(props)
  const { role, roles, status } = seen
  const others = roles.filter((each) => each !== role)
  const { onChange: setRole, ...roleInput } = form.bind('role')
  const { onChange: setStatus, ...statusInput } = form.bind('status')
  return (
    <SmallForm form={form} label={messages.save}>
      <LeaveGuard isChanged={form.isChanged} />
      <TextInput label={messages.username} {...form.bind('username')} autoComplete="off" isRequired />
      <ChoiceInput
        label={messages.role}
        {...(others.length > 0 && { help: messages.otherRoles(others.join(', ')) })}
        {...roleInput}
        onChange={(value) => setRole(value as typeof role)}
        choices={listChoices(type, 'role', { words: messages.roles, held: role })}
      />
      <ChoiceInput
        label={messages.status}
        help={messages.statusHelp}
        {...statusInput}
        onChange={(value) => setStatus(value as typeof status)}
        choices={listChoices(type, 'status', { words: messages.userStatuses, held: status })}
      />
      {permissions.length > 0 && (
        <PermissionsInput
          label={messages.extraPermissions}
          help={messages.extraPermissionsHelp}
          permissions={[...new Set([...permissions, ...seen.permissions])]}
          {...form.bind('permissions')}
          onChange={(value) => form.bind('permissions').onChange([...value])}
        />
      )}
    </SmallForm>
  )
}
