import { useQuery } from '@tanstack/react-query'
import { rest, take } from './client.ts'

const NONE: readonly string[] = []

/** Without an answer, the studio offers nothing that needs a permission (C20.4). */
const readPermissions = (): Promise<readonly string[]> =>
  take(rest.get('/api/me/permissions')).catch(() => NONE)

/** Whether the caller holds a permission on all records, such as `audit:read`. */
export const useMay = (): ((permission: string) => boolean) => {
  const { data = NONE } = useQuery({
    queryKey: ['permissions'],
    queryFn: readPermissions,
    staleTime: Infinity,
  })
  return (permission) => data.includes(permission)
}
