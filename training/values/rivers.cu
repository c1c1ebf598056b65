// Rivers solved by the thousand on a GPU, exactly: every holding by itself, cards in each other's way.
//
// A block solves one river after another. Its threads keep the holdings, sorted by rank: what is
// done at decisions needs no other holding. At the ends of the betting a warp takes one end: what a
// holding wins there is a running sum along the order of strength, less the same sums over those
// that share one of its cards.
//
// The scheme is that of `river_kernels.solve_ranks`: regrets are never negative and fade as in
// discounted CFR, players take turns.

#include <cstdint>

constexpr int HOLDINGS = 1081, STRIDE = 1084, THREADS = 512, WARPS = THREADS / 32;
constexpr int CARDS = 47, WITH_CARD = 46, MOST_NODES = 64, MOST_ACTIONS = 4;
constexpr int EACH = (HOLDINGS + THREADS - 1) / THREADS, TOGETHER = 3;
constexpr unsigned ALL = 0xffffffffu;

// Decisions come parents before children. Every end has a row of numbers, one for each holding: the
// other's weights on the way down, values on the way up. A decision has that of its first child.
struct Tree {
    int decisions, ends, slots, iterations;
    uint8_t player[MOST_NODES], actions[MOST_NODES], slot[MOST_NODES], row[MOST_NODES];
    uint8_t child_row[MOST_NODES][MOST_ACTIONS];
    uint8_t folded[MOST_NODES];  // by end, showdowns first
    float pay[MOST_NODES];       // what player 0 wins where one folds; the winner at a showdown
};

// A river: its game (which has the ranges), and how its holdings are sorted.
struct Rivers {
    const int* game;           // by river
    const int16_t* order;      // by river and place: the holding of the turn, weakest first
    const int16_t* lowest;     // the first place with the same rank
    const int16_t* highest;    // the first place with a higher one
    const uint8_t* cards;      // by game, holding and 0 or 1: numbers of its cards, 0 to 51
    const float* reach;        // by game, player and holding
    float* values;             // by river, player and holding
    int holdings;              // on the turn
};

struct Place { uint16_t lowest, highest; };

struct Shared {
    float by_card[WARPS][52];
    Place places[STRIDE];
    uint16_t with_card[CARDS + 1][WITH_CARD];  // the last is nobody's
    uint8_t below[CARDS + 1][WITH_CARD], through[CARDS + 1][WITH_CARD];
    uint8_t card[STRIDE][2];
    int next;
};

__device__ float warp_sum(float value) {
    for (int step = 16; step; step >>= 1) value += __shfl_xor_sync(ALL, value, step);
    return value;
}

__device__ float running_sum(float value, int lane) {
    for (int step = 1; step < 32; step <<= 1) {
        float before = __shfl_up_sync(ALL, value, step);
        if (lane >= step) value += before;
    }
    return value;
}

// What each holding wins where somebody has folded; `row` is the other's weight, then the values.
__device__ void fold_values(float* row, Shared& s, int warp, int lane, float pay) {
    float* by_card = s.by_card[warp];
    float total = 0;
    for (int p = lane; p < HOLDINGS; p += 32) total += row[p];
    total = warp_sum(total);
    for (int c = 0; c <= CARDS; c += 4) {
        float parts[4];
#pragma unroll
        for (int i = 0; i < 4; ++i) {
            const uint16_t* places = s.with_card[c + i];
            parts[i] = row[places[lane]] + (lane + 32 < WITH_CARD ? row[places[lane + 32]] : 0.f);
        }
#pragma unroll
        for (int i = 0; i < 4; ++i) {
            parts[i] = warp_sum(parts[i]);
            if (lane == 0) by_card[c + i] = parts[i];
        }
    }
    __syncwarp();
    for (int p = lane; p < HOLDINGS; p += 32)
        row[p] = pay * (total - by_card[s.card[p][0]] - by_card[s.card[p][1]] + row[p]);
}

// What each holding wins at a showdown; `net` is room for one more row.
__device__ void showdown_values(float* row, float* net, Shared& s, int lane, float pay) {
    for (int p = lane; p < STRIDE; p += 32) net[p] = 0;
    __syncwarp();
    bool here = lane < WITH_CARD / 2;
    int k = here ? 2 * lane : 0;
    for (int c = 0; c < CARDS; c += TOGETHER) {
        int one[TOGETHER], two[TOGETHER];
        float first[TOGETHER], before[TOGETHER], total[TOGETHER], sums[TOGETHER][2];
#pragma unroll
        for (int i = 0; i < TOGETHER; ++i) {
            one[i] = s.with_card[c + i][k], two[i] = s.with_card[c + i][k + 1];
            first[i] = here ? row[one[i]] : 0.f;
            float both = first[i] + (here ? row[two[i]] : 0.f);
            float through = running_sum(both, lane);
            before[i] = through - both;
            total[i] = __shfl_sync(ALL, through, 31);
        }
#pragma unroll
        for (int i = 0; i < TOGETHER; ++i) {
            int bounds[4] = {s.below[c + i][k], s.through[c + i][k], s.below[c + i][k + 1],
                             s.through[c + i][k + 1]};
            sums[i][0] = sums[i][1] = -total[i];
#pragma unroll
            for (int j = 0; j < 4; ++j) {
                float left = __shfl_sync(ALL, before[i], bounds[j] >> 1);
                float more = __shfl_sync(ALL, first[i], bounds[j] >> 1);
                sums[i][j / 2] += left + ((bounds[j] & 1) ? more : 0.f);
            }
        }
#pragma unroll
        for (int i = 0; i < TOGETHER; ++i) {
            if (here && c + i < CARDS) {
                net[one[i]] -= sums[i][0];
                net[two[i]] -= sums[i][1];
            }
            __syncwarp();
        }
    }
    float carried = 0;
    for (int p = lane; p - lane < STRIDE; p += 64) {
        float weight = p < HOLDINGS ? row[p] : 0.f, next = p + 32 < HOLDINGS ? row[p + 32] : 0.f;
        float through = running_sum(weight, lane), further = running_sum(next, lane);
        float half = __shfl_sync(ALL, through, 31);
        if (p < STRIDE) row[p] = carried + through - weight;
        if (p + 32 < STRIDE) row[p + 32] = carried + half + further - next;
        carried += half + __shfl_sync(ALL, further, 31);
    }
    __syncwarp();
    for (int p = lane; p < HOLDINGS; p += 32) {
        Place place = s.places[p];
        net[p] = pay * (net[p] + row[place.lowest] + row[place.highest] - carried);
    }
    __syncwarp();
    for (int p = lane; p < HOLDINGS; p += 32) row[p] = net[p];
}

// From regrets (or sums of strategies) to chances.
__device__ void match(const float* regrets, int actions, float* chances) {
    float total = 0;
#pragma unroll
    for (int a = 0; a < MOST_ACTIONS; ++a) total += a < actions ? regrets[a] : 0.f;
    float even = 1.f / actions, part = total > 1e-30f ? 1.f / total : 0.f;
#pragma unroll
    for (int a = 0; a < MOST_ACTIONS; ++a) chances[a] = part > 0 ? regrets[a] * part : even;
}

__device__ void sort_out(const Rivers& rivers, int river, Shared& s) {
    const int16_t* order = rivers.order + (size_t)river * HOLDINGS;
    const int16_t* low = rivers.lowest + (size_t)river * HOLDINGS;
    const int16_t* high = rivers.highest + (size_t)river * HOLDINGS;
    const uint8_t* cards = rivers.cards + (size_t)rivers.game[river] * rivers.holdings * 2;
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    __shared__ unsigned held[2];
    __shared__ uint8_t number[52];
    if (threadIdx.x < 2) held[threadIdx.x] = 0;
    __syncthreads();
    for (int p = threadIdx.x; p < HOLDINGS; p += THREADS) {
        s.places[p] = {(uint16_t)low[p], (uint16_t)high[p]};
        for (int i = 0; i < 2; ++i) {
            int card = cards[2 * order[p] + i];
            s.card[p][i] = card;
            atomicOr(&held[card / 32], 1u << (card % 32));
        }
    }
    __syncthreads();
    if (threadIdx.x == 0)
        for (int card = 0, n = 0; card < 52; ++card)
            number[card] = (held[card / 32] >> (card % 32)) & 1 ? n++ : 255;
    __syncthreads();
    for (int p = threadIdx.x; p < HOLDINGS; p += THREADS)
        for (int i = 0; i < 2; ++i) s.card[p][i] = number[s.card[p][i]];
    for (int k = threadIdx.x; k < WITH_CARD; k += THREADS)
        s.with_card[CARDS][k] = s.below[CARDS][k] = s.through[CARDS][k] = 0;
    __syncthreads();
    for (int c = warp; c < CARDS; c += WARPS) {
        int many = 0;
        for (int p = lane; p - lane < HOLDINGS; p += 32) {
            bool has = p < HOLDINGS && (s.card[p][0] == c || s.card[p][1] == c);
            unsigned who = __ballot_sync(ALL, has);
            if (has) s.with_card[c][many + __popc(who & ((1u << lane) - 1))] = p;
            many += __popc(who);
        }
        __syncwarp();
        for (int k = lane; k < WITH_CARD; k += 32) {
            Place place = s.places[s.with_card[c][k]];
            int below = k, through = k;
            while (below > 0 && s.with_card[c][below - 1] >= place.lowest) --below;
            while (through < WITH_CARD && s.with_card[c][through] < place.highest) ++through;
            s.below[c][k] = below, s.through[c][k] = through;
        }
    }
    __syncthreads();
}

// One walk of the tree for a player. With `learning` his regrets grow and the other's strategy is
// added to its sums, else both play by their sums.
template <bool learning>
__device__ void walk(const Tree& tree, Shared& s, float* __restrict__ rows, float* __restrict__ nets,
                     float* __restrict__ regrets, float* __restrict__ sums, const float* start,
                     int player, float kept, float fading) {
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    const float* by = learning ? regrets : sums;
#pragma unroll
    for (int i = 0; i < EACH; ++i) {
        int p = threadIdx.x + i * THREADS;
        if (p < HOLDINGS) rows[tree.row[0] * STRIDE + p] = start[i];
    }
    for (int node = 0; node < tree.decisions; ++node) {
        int actions = tree.actions[node];
        bool his = tree.player[node] != player;
        int slot = tree.slot[node] * STRIDE;
#pragma unroll
        for (int i = 0; i < EACH; ++i) {
            int p = threadIdx.x + i * THREADS;
            if (p >= HOLDINGS) continue;
            float seen[MOST_ACTIONS], sum[MOST_ACTIONS], chances[MOST_ACTIONS];
            if (his) {
#pragma unroll
                for (int a = 0; a < MOST_ACTIONS; ++a) {
                    seen[a] = a < actions ? by[slot + a * STRIDE + p] : 0.f;
                    sum[a] = learning && a < actions ? sums[slot + a * STRIDE + p] : 0.f;
                }
                match(seen, actions, chances);
            }
            float here = rows[tree.row[node] * STRIDE + p];
#pragma unroll
            for (int a = 0; a < MOST_ACTIONS; ++a) {
                if (a >= actions) continue;
                float there = his ? here * chances[a] : here;
                if (learning && his) sums[slot + a * STRIDE + p] = kept * sum[a] + there;
                rows[tree.child_row[node][a] * STRIDE + p] = there;
            }
        }
    }
    __syncthreads();
    for (int end = warp; end < tree.ends; end += WARPS) {
        float pay = tree.pay[end], *row = rows + end * STRIDE;
        if (tree.folded[end])
            fold_values(row, s, warp, lane, player ? -pay : pay);
        else
            showdown_values(row, nets + warp * STRIDE, s, lane, pay);
        __syncwarp();
    }
    __syncthreads();
    for (int node = tree.decisions - 1; node >= 0; --node) {
        int actions = tree.actions[node];
        bool mine = tree.player[node] == player;
        int slot = tree.slot[node] * STRIDE;
#pragma unroll
        for (int i = 0; i < EACH; ++i) {
            int p = threadIdx.x + i * THREADS;
            if (p >= HOLDINGS) continue;
            float seen[MOST_ACTIONS], chances[MOST_ACTIONS], parts[MOST_ACTIONS], value = 0;
            if (mine) {
#pragma unroll
                for (int a = 0; a < MOST_ACTIONS; ++a)
                    seen[a] = a < actions ? by[slot + a * STRIDE + p] : 0.f;
                match(seen, actions, chances);
            }
#pragma unroll
            for (int a = 0; a < MOST_ACTIONS; ++a) {
                parts[a] = a < actions ? rows[tree.child_row[node][a] * STRIDE + p] : 0.f;
                if (a < actions) value += mine ? chances[a] * parts[a] : parts[a];
            }
            if (mine && learning)
#pragma unroll
                for (int a = 0; a < MOST_ACTIONS; ++a)
                    if (a < actions)
                        regrets[slot + a * STRIDE + p] =
                            fmaxf(fading * seen[a] + parts[a] - value, 0.f);
            rows[tree.row[node] * STRIDE + p] = value;
        }
    }
}

// Memory of a block: the sorted river, as many rows as there are ends, and one more for each warp
// that has a showdown (showdowns are the first ends). What does not fit into shared memory is in `rooms`.
extern "C" __global__ void __launch_bounds__(THREADS, 2)
solve_rivers(const Tree* trees, const int* tree_of, const int* some, int many, Rivers rivers,
             float* learned, size_t learned_size, float* rooms, size_t room_size, int most_rows,
             int* counter) {
    extern __shared__ float dynamic[];
    Shared& s = *reinterpret_cast<Shared*>(dynamic);
    __shared__ Tree tree;
    float* rows = rooms ? rooms + blockIdx.x * room_size : dynamic + (sizeof(Shared) + 15) / 16 * 4;
    float* nets = rows + most_rows * STRIDE;
    float* regrets = learned + blockIdx.x * learned_size;
    float start[2][EACH];
    while (true) {
        __syncthreads();
        if (threadIdx.x == 0) s.next = atomicAdd(counter, 1);
        __syncthreads();
        if (s.next >= many) return;
        int river = some[s.next], game = rivers.game[river];
        const int* from = reinterpret_cast<const int*>(trees + tree_of[game]);
        for (int i = threadIdx.x; i < (int)(sizeof(Tree) / 4); i += THREADS)
            reinterpret_cast<int*>(&tree)[i] = from[i];
        sort_out(rivers, river, s);
        float* sums = regrets + (size_t)tree.slots * STRIDE;
        for (int i = threadIdx.x; i < 2 * tree.slots * STRIDE; i += THREADS) regrets[i] = 0;
        const int16_t* order = rivers.order + (size_t)river * HOLDINGS;
        for (int player = 0; player < 2; ++player) {
            const float* reach = rivers.reach + ((size_t)game * 2 + player) * rivers.holdings;
#pragma unroll
            for (int i = 0; i < EACH; ++i) {
                int p = threadIdx.x + i * THREADS;
                start[player][i] = p < HOLDINGS ? reach[order[p]] : 0.f;
            }
        }
        __syncthreads();
        for (int iteration = 1; iteration <= tree.iterations; ++iteration) {
            float grown = powf(iteration, 1.5f), fading = grown / (grown + 1);
            float kept = powf((iteration - 1.f) / iteration, 4.f);
            walk<true>(tree, s, rows, nets, regrets, sums, start[1], 0, kept, fading);
            walk<true>(tree, s, rows, nets, regrets, sums, start[0], 1, kept, fading);
        }
        for (int player = 0; player < 2; ++player) {
            walk<false>(tree, s, rows, nets, regrets, sums, start[1 - player], player, 0, 0);
            float* values = rivers.values + ((size_t)river * 2 + player) * rivers.holdings;
            const float* row = rows + tree.row[0] * STRIDE;
            for (int p = threadIdx.x; p < HOLDINGS; p += THREADS) values[order[p]] = row[p];
        }
    }
}

extern "C" int tree_bytes() { return sizeof(Tree); }

// The shared memory that a block needs with so many rows in it, none if they are in `rooms`.
extern "C" int block_bytes(int rows) {
    return (sizeof(Shared) + 15) / 16 * 16 + (size_t)rows * STRIDE * sizeof(float);
}

// How many blocks with so many rows in shared memory run on a multiprocessor at once; 0 if none.
extern "C" int blocks_at_once(int rows) {
    int blocks = 0, bytes = block_bytes(rows);
    if (cudaFuncSetAttribute(solve_rivers, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes))
        return cudaGetLastError(), 0;
    if (cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, solve_rivers, THREADS, bytes))
        return cudaGetLastError(), 0;
    return blocks;
}

// Solve some of the rivers. Returns 0, or CUDA's number of the error.
extern "C" int solve(const Tree* trees, const int* tree_of, const int* some, int many,
                     const int* game, const int16_t* order, const int16_t* lowest,
                     const int16_t* highest, const uint8_t* cards, const float* reach,
                     float* values, int holdings, float* learned, size_t learned_size,
                     float* rooms, size_t room_size, int most_rows, int nets, int* counter,
                     int blocks) {
    Rivers rivers = {game, order, lowest, highest, cards, reach, values, holdings};
    int bytes = block_bytes(rooms ? 0 : most_rows + nets);
    cudaError_t error =
        cudaFuncSetAttribute(solve_rivers, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
    if (error != cudaSuccess) return error;
    solve_rivers<<<blocks, THREADS, bytes>>>(trees, tree_of, some, many, rivers, learned,
                                             learned_size, rooms, room_size, most_rows, counter);
    error = cudaGetLastError();
    if (error == cudaSuccess) error = cudaDeviceSynchronize();
    return error;
}
