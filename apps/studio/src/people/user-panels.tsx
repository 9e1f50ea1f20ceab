import { Link } from '@tanstack/react-router'
import { useMay } from '../api/permissions.ts'
import { Section } from '../account/section.tsx'
import { writeTitle } from '../fields/show-value.ts'
import { messages } from '../language/language.ts'
import { usePerson } from '../shell/use-person.ts'
import type { PanelProps } from './panel.ts'
import { RemoveFactor } from './remove-factor.tsx'
import { UserAccess } from './user-access.tsx'
import { UserSessions } from './user-sessions.tsx'
import { WhyMay } from './why-may.tsx'

/** How a person signs in, and what they may do. Each part is there for those who may use it. */
export const UserPanels = ({ type, body }: PanelProps) => {
  const may = useMay()
  const [id, name] = [String(body.id), writeTitle(body, type)]
  const isOwn = usePerson() === id
  const mayWrite = may('users:write') && body.actions?.includes('update') === true && !isOwn
  return (
    <div className="parts below">
      {isOwn && <Link to="/account">{messages.account}</Link>}
      {mayWrite && (
        <>
          <UserAccess id={id} type={type} />
          <UserSessions id={id} />
          <Section title={messages.secondFactor} help={messages.removeFactorHelp}>
            <RemoveFactor id={id} name={name} />
          </Section>
        </>
      )}
      {may('audit:read') && (
        <>
          <WhyMay id={id} />
          <Link to="/audit-log" search={{ actorId: id }}>
            {messages.auditOf}
          </Link>
        </>
      )}
    </div>
  )
}
