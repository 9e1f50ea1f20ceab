import type { Session } from '../api/people-paths.ts'
import { messages, writeTime } from '../language/language.ts'
import { ConfirmButton } from '../forms/confirm.tsx'

interface SessionListProps {
  readonly sessions: readonly Session[]
  /** The id of the session of this browser, if it is among them. */
  readonly own: string | null
  readonly onEnd: (session: Session) => void
}

/** Sessions, newest first, with buttons that end them. The button in the header ends the one of this browser. */
export const SessionList = ({ sessions, own, onEnd }: SessionListProps) => (
  <ul className="entries">
    {sessions.map((session) => (
      <li key={session.id}>
        <div>
          <strong>
            {session.clientName}
            {session.id === own && `, ${messages.thisBrowser}`}
          </strong>
          <span className="help">
            {messages.since(writeTime(session.createdAt))}, {messages.lastUsed(writeTime(session.lastUsedAt))}
          </span>
        </div>
        {session.id !== own && (
          <ConfirmButton
            label={messages.endSession}
            question={messages.endSessionQuestion(session.clientName)}
            onConfirm={() => onEnd(session)}
          />
        )}
      </li>
    ))}
  </ul>
)
