import { useQuery } from '@tanstack/react-query'
import { isOutage } from '../api/connection.ts'
import { messages } from '../language/language.ts'
import { ErrorNotice } from '../shell/notice.tsx'
import { ACCOUNT_QUERY } from './account.ts'
import { ApiKeys } from './api-keys.tsx'
import { Notifications } from './notifications.tsx'
import { Password } from './password.tsx'
import { Profile } from './profile.tsx'
import { SecondFactor } from './second-factor.tsx'
import { Sessions } from './sessions.tsx'
import { SettingsForm } from './settings.tsx'

/** What people say about themselves, and how they sign in. */
export const AccountPage = () => {
  const { data, error, refetch } = useQuery(ACCOUNT_QUERY)
  if (error && !isOutage(error)) return <ErrorNotice error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <p role="status">{messages.loading}</p>
  const { account } = data
  return (
    <div className="parts">
      <title>{messages.account}</title>
      <div className="title-row">
        <h1>{messages.account}</h1>
        <span className="count">
          {account.username} · {account.email}
        </span>
      </div>
      <Profile loaded={data} />
      <SettingsForm settings={account.settings} />
      <Notifications preferences={account.preferences} />
      <Password username={account.username} />
      <SecondFactor />
      <Sessions person={account.id} />
      <ApiKeys />
    </div>
  )
}
