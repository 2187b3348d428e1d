import { expect, it } from 'vitest'
import { parseFolderUrl, StorageFolder } from './document-storage.ts'

it.each([
  ['https://workdrive.zoho.eu/home/t1/teams/t1/ws/ws1/folders/fo1', { workspace_id: 'ws1', folder_id: 'fo1' }],
  ['https://workdrive.zoho.com/t1/ws/ws1/folders/files', { workspace_id: 'ws1', folder_id: 'ws1' }],
  ['https://workdrive.zoho.com/t1/ws/ws1', { workspace_id: 'ws1', folder_id: 'ws1' }],
  ['bxq8s5f2c3', null],
  ['https://example.org/folders/x', null],
])('parses %s as %j', (url, location) => {
  expect(parseFolderUrl(url)).toEqual(location)
})

it('rejects ids that could be read as an address', () => {
  expect(StorageFolder.parse({ workspace_id: ' ws1 ', folder_id: 'fo-1' })).toEqual({
    workspace_id: 'ws1',
    folder_id: 'fo-1',
  })
  for (const id of ['', '../x', 'a b', 'a&b=c', 'x'.repeat(101)]) {
    expect(StorageFolder.safeParse({ workspace_id: id, folder_id: 'fo1' }).success).toBe(false)
  }
})
