// Where things lie on the table, in pixels of its box.

export interface Place {
  x: number;
  y: number;
}

export interface Places {
  centre: Place;
  seats: Place[];
  bets: Place[];
  tall: boolean;
}

interface Box {
  width: number;
  height: number;
  seatWidth: number;
  seatHeight: number;
  /** What stands above a seat: its cards. */
  above: number;
}

/** A point of a rounded oval: exponent 2 is an ellipse, more is squarer. */
function onOval(angle: number, exponent: number): Place {
  const bend = (value: number) => Math.sign(value) * Math.abs(value) ** (2 / exponent);
  return { x: bend(Math.cos(angle)), y: bend(Math.sin(angle)) };
}

/** Seats clockwise from the bottom: chair 1 sits to your left. */
export function places(chairs: number, box: Box): Places {
  const tall = box.height > box.width * 0.95;
  const left = box.seatWidth / 2 + 2;
  const top = box.above + box.seatHeight / 2;
  const bottom = box.height - box.seatHeight / 2 - 4;
  const centre = { x: box.width / 2, y: (top + bottom) / 2 - (tall ? 10 : 14) };
  const across = centre.x - left;
  const seats: Place[] = [];
  const bets: Place[] = [];
  for (let chair = 0; chair < chairs; chair++) {
    const angle = Math.PI / 2 + (2 * Math.PI * chair) / chairs;
    const at = onOval(angle, tall ? 2.9 : 2.35);
    const down = at.y > 0 ? bottom - centre.y : centre.y - top;
    const seat = { x: centre.x + across * at.x, y: centre.y + down * at.y };
    seats.push(seat);
    bets.push(betPlace(seat, centre, box, tall, chair === 0));
  }
  return { centre, seats, bets, tall };
}

/** In front of a seat and clear of its cards: towards the middle, where the line leaves the seat. */
function betPlace(seat: Place, centre: Place, box: Box, tall: boolean, own: boolean): Place {
  const half = box.seatHeight / 2;
  if (own) return { x: seat.x, y: seat.y - half - (tall ? 84 : 78) };
  const dx = centre.x - seat.x;
  const dy = centre.y - seat.y;
  // On a tall table, straight beside the seats at its sides: the board needs the middle.
  if (tall && Math.abs(dx) > box.width / 4 && Math.abs(dy) < box.height / 4.5) {
    return { x: seat.x + Math.sign(dx) * (box.seatWidth / 2 + 24), y: dy < 0 ? seat.y - 22 : seat.y };
  }
  const upwards = half + (dy < 0 ? box.above + 2 : 0) + 15;
  const sideways = box.seatWidth / 2 + 30;
  const far = Math.min(sideways / Math.max(1, Math.abs(dx)), upwards / Math.max(1, Math.abs(dy)));
  return { x: seat.x + far * dx, y: seat.y + far * dy };
}
