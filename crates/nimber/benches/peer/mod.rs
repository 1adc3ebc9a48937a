//! The product that contest libraries use, written in the simple style of these libraries: 16-bit
//! logarithms under Karatsuba's tower. The tables are computed once.

pub struct Tables {
    logarithm: Vec<u16>,
    power: Vec<u16>,
}

const UNIT: usize = 65535;

impl Tables {
    pub fn new() -> Tables {
        let (mut logarithm, mut power) = (vec![0; 65536], vec![0; 2 * UNIT]);
        let generator = (2..65536u128)
            .find(|&g| {
                [3, 5, 17, 257]
                    .iter()
                    .all(|p| nimber::tower::power(g, UNIT as u128 / p) != 1)
            })
            .expect("a field has a generator");
        let mut x = 1;
        for n in 0..UNIT {
            power[n] = x as u16;
            power[n + UNIT] = x as u16;
            logarithm[x as usize] = n as u16;
            x = nimber::tower::product(x, generator);
        }
        Tables { logarithm, power }
    }

    #[inline]
    pub fn product16(&self, a: u16, b: u16) -> u16 {
        if a == 0 || b == 0 {
            0
        } else {
            self.power
                [usize::from(self.logarithm[a as usize]) + usize::from(self.logarithm[b as usize])]
        }
    }

    #[inline]
    pub fn product32(&self, a: u32, b: u32) -> u32 {
        let (a0, a1, b0, b1) = (a as u16, (a >> 16) as u16, b as u16, (b >> 16) as u16);
        let low = self.product16(a0, b0);
        let cross = self.product16(a0 ^ a1, b0 ^ b1);
        let high = self.product16(self.product16(a1, b1), 1 << 15);
        u32::from(cross ^ low) << 16 | u32::from(low ^ high)
    }

    /// Because 2^31 = 2^16 ⊗ 2^15, a multiplication by 2^31 takes two short products.
    #[inline]
    fn times_h32(&self, a: u32) -> u32 {
        let (a0, a1) = (a as u16, (a >> 16) as u16);
        let high = self.product16(a0 ^ a1, 1 << 15);
        let low = self.product16(self.product16(a1, 1 << 15), 1 << 15);
        u32::from(high) << 16 | u32::from(low)
    }

    #[inline]
    pub fn product64(&self, a: u64, b: u64) -> u64 {
        let (a0, a1, b0, b1) = (a as u32, (a >> 32) as u32, b as u32, (b >> 32) as u32);
        let low = self.product32(a0, b0);
        let cross = self.product32(a0 ^ a1, b0 ^ b1);
        let high = self.times_h32(self.product32(a1, b1));
        u64::from(cross ^ low) << 32 | u64::from(low ^ high)
    }

    #[inline]
    pub fn inverse16(&self, a: u16) -> u16 {
        self.power[UNIT - usize::from(self.logarithm[a as usize])]
    }

    #[inline]
    pub fn inverse32(&self, a: u32) -> u32 {
        let (a0, a1) = (a as u16, (a >> 16) as u16);
        let norm = self.product16(a0, a0 ^ a1) ^ self.product16(self.product16(a1, a1), 1 << 15);
        let inverse = self.inverse16(norm);
        u32::from(self.product16(inverse, a1)) << 16 | u32::from(self.product16(inverse, a0 ^ a1))
    }

    #[inline]
    pub fn inverse64(&self, a: u64) -> u64 {
        let (a0, a1) = (a as u32, (a >> 32) as u32);
        let norm = self.product32(a0, a0 ^ a1) ^ self.times_h32(self.product32(a1, a1));
        let inverse = self.inverse32(norm);
        u64::from(self.product32(inverse, a1)) << 32 | u64::from(self.product32(inverse, a0 ^ a1))
    }
}
