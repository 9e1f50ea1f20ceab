import { useQuery } from '@tanstack/react-query'
import { rest, take } from './client.ts'
import { isOutage } from './connection.ts'

const NONE: readonly string[] = []

/** To whom the service does not tell, the studio offers nothing that needs a permission (C20.4). @throws for an outage. */
const readPermissions = (): Promise<readonly string[]> =>
  take(rest.get('/api/me/permissions')).catch((error: unknown) => {
    if (isOutage(error)) throw error
    return NONE
  })

/** Whether the caller holds a permission on all records, such as `audit:read`. */
export const useMay = (): ((permission: string) => boolean) => {
  const { data = NONE } = useQuery({
    queryKey: ['permissions'],
    queryFn: readPermissions,
    staleTime: Infinity,
  })
  return (permission) => data.includes(permission)
}
