;; What takes the time of the sentence-embedding model: products of matrices of 16-bit integers, whose rows have a scale each,
;; and the functions between them. matrices.ts describes the exports.
(module
  (memory (export "memory") 1)

  ;; [a0+a1+a2+a3, b0+…, c0+…, d0+…]
  (func $sums (param $a v128) (param $b v128) (param $c v128) (param $d v128) (result v128)
    (local $ab v128) (local $cd v128)
    (local.set $ab (i32x4.add
      (i8x16.shuffle 0 1 2 3 16 17 18 19 4 5 6 7 20 21 22 23 (local.get $a) (local.get $b))
      (i8x16.shuffle 8 9 10 11 24 25 26 27 12 13 14 15 28 29 30 31 (local.get $a) (local.get $b))))
    (local.set $cd (i32x4.add
      (i8x16.shuffle 0 1 2 3 16 17 18 19 4 5 6 7 20 21 22 23 (local.get $c) (local.get $d))
      (i8x16.shuffle 8 9 10 11 24 25 26 27 12 13 14 15 28 29 30 31 (local.get $c) (local.get $d))))
    (i32x4.add
      (i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23 (local.get $ab) (local.get $cd))
      (i8x16.shuffle 8 9 10 11 12 13 14 15 24 25 26 27 28 29 30 31 (local.get $ab) (local.get $cd))))

  ;; out[i][j] = scaleA[i] · scaleB[j] · Σ a[i][·]·b[j][·] + bias[j], for two rows i and four rows j.
  (func $tile (param $a i32) (param $b i32) (param $bytes i32) (param $scaleA i32) (param $scaleB i32) (param $bias i32)
    (param $out i32) (param $outBytes i32)
    (local $end i32) (local $b1 i32) (local $b2 i32) (local $b3 i32) (local $a1 i32)
    (local $x v128) (local $y v128) (local $w v128)
    (local $x0 v128) (local $x1 v128) (local $x2 v128) (local $x3 v128)
    (local $y0 v128) (local $y1 v128) (local $y2 v128) (local $y3 v128)
    (local.set $end (i32.add (local.get $a) (local.get $bytes)))
    (local.set $a1 (i32.add (local.get $a) (local.get $bytes)))
    (local.set $b1 (i32.add (local.get $b) (local.get $bytes)))
    (local.set $b2 (i32.add (local.get $b1) (local.get $bytes)))
    (local.set $b3 (i32.add (local.get $b2) (local.get $bytes)))
    (loop $next
      (local.set $x (v128.load (local.get $a)))
      (local.set $y (v128.load (local.get $a1)))
      (local.set $w (v128.load (local.get $b)))
      (local.set $x0 (i32x4.add (local.get $x0) (i32x4.dot_i16x8_s (local.get $x) (local.get $w))))
      (local.set $y0 (i32x4.add (local.get $y0) (i32x4.dot_i16x8_s (local.get $y) (local.get $w))))
      (local.set $w (v128.load (local.get $b1)))
      (local.set $x1 (i32x4.add (local.get $x1) (i32x4.dot_i16x8_s (local.get $x) (local.get $w))))
      (local.set $y1 (i32x4.add (local.get $y1) (i32x4.dot_i16x8_s (local.get $y) (local.get $w))))
      (local.set $w (v128.load (local.get $b2)))
      (local.set $x2 (i32x4.add (local.get $x2) (i32x4.dot_i16x8_s (local.get $x) (local.get $w))))
      (local.set $y2 (i32x4.add (local.get $y2) (i32x4.dot_i16x8_s (local.get $y) (local.get $w))))
      (local.set $w (v128.load (local.get $b3)))
      (local.set $x3 (i32x4.add (local.get $x3) (i32x4.dot_i16x8_s (local.get $x) (local.get $w))))
      (local.set $y3 (i32x4.add (local.get $y3) (i32x4.dot_i16x8_s (local.get $y) (local.get $w))))
      (local.set $x (v128.load offset=16 (local.get $a)))
      (local.set $y (v128.load offset=16 (local.get $a1)))
      (local.set $w (v128.load offset=16 (local.get $b)))
      (local.set $x0 (i32x4.add (local.get $x0) (i32x4.dot_i16x8_s (local.get $x) (local.get $w))))
      (local.set $y0 (i32x4.add (local.get $y0) (i32x4.dot_i16x8_s (local.get $y) (local.get $w))))
      (local.set $w (v128.load offset=16 (local.get $b1)))
      (local.set $x1 (i32x4.add (local.get $x1) (i32x4.dot_i16x8_s (local.get $x) (local.get $w))))
      (local.set $y1 (i32x4.add (local.get $y1) (i32x4.dot_i16x8_s (local.get $y) (local.get $w))))
      (local.set $w (v128.load offset=16 (local.get $b2)))
      (local.set $x2 (i32x4.add (local.get $x2) (i32x4.dot_i16x8_s (local.get $x) (local.get $w))))
      (local.set $y2 (i32x4.add (local.get $y2) (i32x4.dot_i16x8_s (local.get $y) (local.get $w))))
      (local.set $w (v128.load offset=16 (local.get $b3)))
      (local.set $x3 (i32x4.add (local.get $x3) (i32x4.dot_i16x8_s (local.get $x) (local.get $w))))
      (local.set $y3 (i32x4.add (local.get $y3) (i32x4.dot_i16x8_s (local.get $y) (local.get $w))))
      (local.set $a1 (i32.add (local.get $a1) (i32.const 32)))
      (local.set $b (i32.add (local.get $b) (i32.const 32)))
      (local.set $b1 (i32.add (local.get $b1) (i32.const 32)))
      (local.set $b2 (i32.add (local.get $b2) (i32.const 32)))
      (local.set $b3 (i32.add (local.get $b3) (i32.const 32)))
      (br_if $next (i32.lt_u (local.tee $a (i32.add (local.get $a) (i32.const 32))) (local.get $end))))
    (v128.store (local.get $out)
      (f32x4.add (v128.load (local.get $bias)) (f32x4.mul
        (f32x4.mul (v128.load (local.get $scaleB)) (v128.load32_splat (local.get $scaleA)))
        (f32x4.convert_i32x4_s (call $sums (local.get $x0) (local.get $x1) (local.get $x2) (local.get $x3))))))
    (v128.store (i32.add (local.get $out) (local.get $outBytes))
      (f32x4.add (v128.load (local.get $bias)) (f32x4.mul
        (f32x4.mul (v128.load (local.get $scaleB)) (v128.load32_splat offset=4 (local.get $scaleA)))
        (f32x4.convert_i32x4_s (call $sums (local.get $y0) (local.get $y1) (local.get $y2) (local.get $y3)))))))

  ;; The same for all rows: `rowsA` is even, `rowsB` a multiple of 4, `bytes` of a row a multiple of 16.
  (func (export "multiply") (param $a i32) (param $scaleA i32) (param $rowsA i32)
    (param $b i32) (param $scaleB i32) (param $bias i32) (param $rowsB i32) (param $bytes i32)
    (param $out i32) (param $outBytes i32)
    (local $i i32) (local $j i32) (local $from i32) (local $to i32) (local $block i32)
    ;; As many rows of a as fit into the first-level cache, so that b is read once for all of them.
    (local.set $block (i32.and (i32.div_u (i32.const 24576) (local.get $bytes)) (i32.const -2)))
    (loop $blocks
      (local.set $to (i32.add (local.get $from) (local.get $block)))
      (if (i32.gt_u (local.get $to) (local.get $rowsA)) (then (local.set $to (local.get $rowsA))))
      (local.set $j (i32.const 0))
      (loop $columns
        (local.set $i (local.get $from))
        (loop $rows
          (call $tile
            (i32.add (local.get $a) (i32.mul (local.get $i) (local.get $bytes)))
            (i32.add (local.get $b) (i32.mul (local.get $j) (local.get $bytes)))
            (local.get $bytes)
            (i32.add (local.get $scaleA) (i32.shl (local.get $i) (i32.const 2)))
            (i32.add (local.get $scaleB) (i32.shl (local.get $j) (i32.const 2)))
            (i32.add (local.get $bias) (i32.shl (local.get $j) (i32.const 2)))
            (i32.add (i32.add (local.get $out) (i32.shl (local.get $j) (i32.const 2)))
              (i32.mul (local.get $i) (local.get $outBytes)))
            (local.get $outBytes))
          (br_if $rows (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 2))) (local.get $to))))
        (br_if $columns (i32.lt_u (local.tee $j (i32.add (local.get $j) (i32.const 4))) (local.get $rowsB))))
      (br_if $blocks (i32.lt_u (local.tee $from (local.get $to)) (local.get $rowsA)))))

  ;; Writes rows of floats as integers, as large as the limits allow, and the scale of each row. `columns` is a multiple of 8.
  (func (export "quantize") (param $numbers i32) (param $rowBytes i32) (param $rows i32) (param $columns i32)
    (param $integers i32) (param $scales i32) (param $maxInteger f32) (param $maxLength f32)
    (local $i i32) (local $end i32) (local $x v128) (local $max v128) (local $squares v128)
    (local $largest f32) (local $factor f32)
    (loop $next
      (local.set $max (v128.const f32x4 0 0 0 0))
      (local.set $squares (v128.const f32x4 0 0 0 0))
      (local.set $i (local.get $numbers))
      (local.set $end (i32.add (local.get $numbers) (i32.shl (local.get $columns) (i32.const 2))))
      (loop $measure
        (local.set $x (v128.load (local.get $i)))
        (local.set $max (f32x4.pmax (local.get $max) (f32x4.abs (local.get $x))))
        (local.set $squares (f32x4.add (local.get $squares) (f32x4.mul (local.get $x) (local.get $x))))
        (br_if $measure (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 16))) (local.get $end))))
      (local.set $largest (f32.max
        (f32.max (f32x4.extract_lane 0 (local.get $max)) (f32x4.extract_lane 1 (local.get $max)))
        (f32.max (f32x4.extract_lane 2 (local.get $max)) (f32x4.extract_lane 3 (local.get $max)))))
      (local.set $factor (f32.min
        (f32.div (local.get $maxInteger) (local.get $largest))
        (f32.div (local.get $maxLength) (f32.sqrt (f32.add
          (f32.add (f32x4.extract_lane 0 (local.get $squares)) (f32x4.extract_lane 1 (local.get $squares)))
          (f32.add (f32x4.extract_lane 2 (local.get $squares)) (f32x4.extract_lane 3 (local.get $squares))))))))
      (if (f32.eq (local.get $largest) (f32.const 0)) (then (local.set $factor (f32.const 1))))
      (f32.store (local.get $scales) (f32.div (f32.const 1) (local.get $factor)))
      (local.set $i (local.get $numbers))
      (loop $convert
        (v128.store (local.get $integers) (i16x8.narrow_i32x4_s
          (i32x4.trunc_sat_f32x4_s (f32x4.nearest
            (f32x4.mul (v128.load (local.get $i)) (f32x4.splat (local.get $factor)))))
          (i32x4.trunc_sat_f32x4_s (f32x4.nearest
            (f32x4.mul (v128.load offset=16 (local.get $i)) (f32x4.splat (local.get $factor)))))))
        (local.set $integers (i32.add (local.get $integers) (i32.const 16)))
        (br_if $convert (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 32))) (local.get $end))))
      (local.set $numbers (i32.add (local.get $numbers) (local.get $rowBytes)))
      (local.set $scales (i32.add (local.get $scales) (i32.const 4)))
      (br_if $next (local.tee $rows (i32.sub (local.get $rows) (i32.const 1))))))

  ;; e to the power of four numbers up to 0: 2^n from the exponent's bits, and a polynomial for the rest.
  (func $exp (param $x v128) (result v128)
    (local $n v128) (local $r v128)
    (local.set $x (f32x4.pmax (local.get $x) (v128.const f32x4 -80 -80 -80 -80)))
    (local.set $n (f32x4.nearest
      (f32x4.mul (local.get $x) (v128.const f32x4 1.44269504 1.44269504 1.44269504 1.44269504))))
    (local.set $r (f32x4.sub (local.get $x)
      (f32x4.mul (local.get $n) (v128.const f32x4 0.69314718 0.69314718 0.69314718 0.69314718))))
    (f32x4.mul
      (i32x4.shl
        (i32x4.add (i32x4.trunc_sat_f32x4_s (local.get $n)) (v128.const i32x4 127 127 127 127))
        (i32.const 23))
      (f32x4.add (v128.const f32x4 1 1 1 1) (f32x4.mul (local.get $r)
        (f32x4.add (v128.const f32x4 1 1 1 1) (f32x4.mul (local.get $r)
          (f32x4.add (v128.const f32x4 0.5 0.5 0.5 0.5) (f32x4.mul (local.get $r)
            (f32x4.add (v128.const f32x4 0.16666667 0.16666667 0.16666667 0.16666667) (f32x4.mul (local.get $r)
              (f32x4.add (v128.const f32x4 0.041666668 0.041666668 0.041666668 0.041666668) (f32x4.mul (local.get $r)
                (v128.const f32x4 0.008333334 0.008333334 0.008333334 0.008333334)))))))))))))

  ;; Writes the softmax of each row as integers that add up to `total`. `columns` is a multiple of 8.
  (func (export "softmax") (param $numbers i32) (param $rows i32) (param $columns i32) (param $integers i32)
    (param $total f32)
    (local $i i32) (local $end i32) (local $x v128) (local $max v128) (local $sum v128)
    (loop $next
      (local.set $max (v128.load (local.get $numbers)))
      (local.set $i (local.get $numbers))
      (local.set $end (i32.add (local.get $numbers) (i32.shl (local.get $columns) (i32.const 2))))
      (loop $largest
        (local.set $max (f32x4.pmax (local.get $max) (v128.load (local.get $i))))
        (br_if $largest (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 16))) (local.get $end))))
      (local.set $max (f32x4.pmax (local.get $max)
        (i8x16.shuffle 8 9 10 11 12 13 14 15 0 1 2 3 4 5 6 7 (local.get $max) (local.get $max))))
      (local.set $max (f32x4.pmax (local.get $max)
        (i8x16.shuffle 4 5 6 7 0 1 2 3 12 13 14 15 8 9 10 11 (local.get $max) (local.get $max))))
      (local.set $sum (v128.const f32x4 0 0 0 0))
      (local.set $i (local.get $numbers))
      (loop $powers
        (local.set $x (call $exp (f32x4.sub (v128.load (local.get $i)) (local.get $max))))
        (v128.store (local.get $i) (local.get $x))
        (local.set $sum (f32x4.add (local.get $sum) (local.get $x)))
        (br_if $powers (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 16))) (local.get $end))))
      (local.set $sum (f32x4.splat (f32.div (local.get $total) (f32.add
        (f32.add (f32x4.extract_lane 0 (local.get $sum)) (f32x4.extract_lane 1 (local.get $sum)))
        (f32.add (f32x4.extract_lane 2 (local.get $sum)) (f32x4.extract_lane 3 (local.get $sum)))))))
      (local.set $i (local.get $numbers))
      (loop $convert
        (v128.store (local.get $integers) (i16x8.narrow_i32x4_s
          (i32x4.trunc_sat_f32x4_s (f32x4.nearest (f32x4.mul (v128.load (local.get $i)) (local.get $sum))))
          (i32x4.trunc_sat_f32x4_s (f32x4.nearest (f32x4.mul (v128.load offset=16 (local.get $i)) (local.get $sum))))))
        (local.set $integers (i32.add (local.get $integers) (i32.const 16)))
        (br_if $convert (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 32))) (local.get $end))))
      (local.set $numbers (local.get $end))
      (br_if $next (local.tee $rows (i32.sub (local.get $rows) (i32.const 1))))))

  ;; x · Φ(x) of numbers, with Φ from the error function (Abramowitz and Stegun 7.1.26). `count` is a multiple of 4.
  (func (export "gelu") (param $numbers i32) (param $count i32)
    (local $end i32) (local $x v128) (local $t v128) (local $tail v128)
    (local.set $end (i32.add (local.get $numbers) (i32.shl (local.get $count) (i32.const 2))))
    (loop $next
      (local.set $x (v128.load (local.get $numbers)))
      (local.set $t (f32x4.div (v128.const f32x4 1 1 1 1) (f32x4.add (v128.const f32x4 1 1 1 1)
        (f32x4.mul (f32x4.abs (local.get $x)) (v128.const f32x4 0.23164189 0.23164189 0.23164189 0.23164189)))))
      ;; 1 - Φ(|x|)
      (local.set $tail (f32x4.mul
        (call $exp (f32x4.mul (f32x4.mul (local.get $x) (local.get $x)) (v128.const f32x4 -0.5 -0.5 -0.5 -0.5)))
        (f32x4.mul (local.get $t)
          (f32x4.add (v128.const f32x4 0.1274148 0.1274148 0.1274148 0.1274148) (f32x4.mul (local.get $t)
            (f32x4.add (v128.const f32x4 -0.14224837 -0.14224837 -0.14224837 -0.14224837) (f32x4.mul (local.get $t)
              (f32x4.add (v128.const f32x4 0.71070687 0.71070687 0.71070687 0.71070687) (f32x4.mul (local.get $t)
                (f32x4.add (v128.const f32x4 -0.72657601 -0.72657601 -0.72657601 -0.72657601) (f32x4.mul (local.get $t)
                  (v128.const f32x4 0.53070271 0.53070271 0.53070271 0.53070271))))))))))))
      (v128.store (local.get $numbers) (f32x4.mul (local.get $x) (v128.bitselect
        (local.get $tail)
        (f32x4.sub (v128.const f32x4 1 1 1 1) (local.get $tail))
        (f32x4.lt (local.get $x) (v128.const f32x4 0 0 0 0)))))
      (br_if $next (i32.lt_u (local.tee $numbers (i32.add (local.get $numbers) (i32.const 16))) (local.get $end))))))
