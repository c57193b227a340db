/** What a test gives the card of one's own staff, and sees it do. */

export function props() {
  const given = $state({
    offered: ['staff'],
    working: '',
    busy: false,
    asked: [] as string[],
    stopped: 0,
    onask: (player: string) => {
      given.asked.push(player);
    },
    onstop: () => {
      given.stopped += 1;
    },
  });
  return given;
}
