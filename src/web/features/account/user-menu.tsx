import { ActionIcon, Menu, Text } from '@mantine/core'
import { IconGauge, IconLogout, IconUser } from '@tabler/icons-react'
import type { Me } from '#shared/account.ts'

type UserMenuProps = { user: Me['user']; onSignOut: () => void }

export function UserMenu({ user, onSignOut }: UserMenuProps) {
  return (
    <Menu position="bottom-end" width={240} shadow="md">
      <Menu.Target>
        <ActionIcon variant="light" size="lg" radius="xl" aria-label="Account">
          <IconUser size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          Signed in as
          <Text size="sm" c="var(--mantine-color-text)">
            {user.email}
          </Text>
        </Menu.Label>
        <Menu.Divider />
        {user.isAdmin && (
          <Menu.Item component="a" href="/admin" leftSection={<IconGauge size={16} />}>
            Admin Dashboard
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconLogout size={16} />} onClick={onSignOut}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
